import { randomUUID } from 'node:crypto';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import type { SharedCounters } from '../storage/ephemeral-store.ts';
import { RedisStore } from '../storage/redis-store.ts';
import { SignInThrottle } from './sign-in-throttle.ts';

const ACCOUNT_TRIES = 10;
const NETWORK_TRIES = 50;
const redisUrl = testRedisUrl();
const prefix = `app-platform-test:${randomUUID()}:`;
const opened: RedisStore[] = [];
afterAll(() => Promise.all(opened.map((store) => store.close())));

const inRedis = async (url: string, name = prefix) => {
  const store = await RedisStore.connect({ url }, () => undefined, name);
  opened.push(store);
  return store;
};

const gone: SharedCounters = {
  eval: () => Promise.reject(new Error('The client is offline')),
  del: () => Promise.reject(new Error('The client is offline')),
};

type Place = [string, () => Promise<SignInThrottle>];
const redis: Place[] = redisUrl
  ? [['in Redis', async () => new SignInThrottle((await inRedis(redisUrl)).counters)]]
  : [];
const places: Place[] = [
  ['in memory', async () => new SignInThrottle()],
  ['in memory, during an outage of Redis', async () => new SignInThrottle(gone)],
  ...redis,
];

const someEmail = () => `${randomUUID()}@example.com`;
/** A network of its own: the limits outlive a test. */
const someAddress = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;

async function admitted(tries: number, admit: () => Promise<unknown>): Promise<number> {
  const outcomes = await Promise.all(Array.from({ length: tries }, admit));
  return outcomes.filter(Boolean).length;
}

/** From a network of its own, unless an address is given. */
async function attempt(
  throttle: SignInThrottle,
  email: string,
  address = someAddress(),
  family?: string,
) {
  const admission = await throttle.admit(address, [{ name: email, family }]);
  return admission.admits(email) ? { forget: () => admission.forget([email]) } : undefined;
}

describe.each(places)('attempts counted %s', (_place, open) => {
  it('are limited for an account, across networks', async () => {
    const throttle = await open();
    const email = someEmail();
    expect(await admitted(30, () => attempt(throttle, email))).toBe(ACCOUNT_TRIES);
    expect(await attempt(throttle, email)).toBeUndefined();
    expect(await attempt(throttle, someEmail())).toBeDefined();
  });

  it('are limited for a network, across accounts', async () => {
    const throttle = await open();
    const address = someAddress();
    expect(await admitted(70, () => attempt(throttle, someEmail(), address))).toBe(NETWORK_TRIES);
    expect(await attempt(throttle, someEmail())).toBeDefined();
  });

  it('of a refused network lock no account', async () => {
    const throttle = await open();
    const address = someAddress();
    await admitted(NETWORK_TRIES, () => attempt(throttle, someEmail(), address));
    const victim = someEmail();
    expect(await admitted(ACCOUNT_TRIES, () => attempt(throttle, victim, address))).toBe(0);
    expect(await attempt(throttle, victim)).toBeDefined();
  });

  it('are reset for an account after a sign-in', async () => {
    const throttle = await open();
    const email = someEmail();
    await admitted(ACCOUNT_TRIES - 1, () => attempt(throttle, email));
    await (await attempt(throttle, email))?.forget();
    expect(await attempt(throttle, email)).toBeDefined();
  });

  it('at two accounts are reset for the one whose password was right', async () => {
    const throttle = await open();
    const [one, other] = [someEmail(), someEmail()];
    for (let count = 0; count < ACCOUNT_TRIES; count += 1) {
      const admission = await throttle.admit(someAddress(), [{ name: one }, { name: other }]);
      expect([admission.admits(one), admission.admits(other)]).toEqual([true, true]);
      await admission.forget([one]);
    }
    const admission = await throttle.admit(someAddress(), [{ name: one }, { name: other }]);
    expect([admission.admits(one), admission.admits(other)]).toEqual([true, false]);
    expect(admission.isChecked).toBe(true);
  });

  it('do not count for a network after a sign-in, and the wrong ones still do', async () => {
    const throttle = await open();
    const address = someAddress();
    await admitted(NETWORK_TRIES - 1, () => attempt(throttle, someEmail(), address));
    for (let count = 0; count < 5; count += 1) {
      await (await attempt(throttle, someEmail(), address))?.forget();
    }
    expect(await attempt(throttle, someEmail(), address)).toBeDefined();
    expect(await attempt(throttle, someEmail(), address)).toBeUndefined();
  });

  it('from known browsers count together, and then like those of any other', async () => {
    const throttle = await open();
    const [email, address, family] = [someEmail(), someAddress(), randomUUID()];
    await admitted(NETWORK_TRIES, () => attempt(throttle, email, address));
    expect(await attempt(throttle, email)).toBeUndefined();
    const known = () => attempt(throttle, email, address, family);
    expect(await admitted(30, known)).toBe(ACCOUNT_TRIES);
    const other = await attempt(throttle, email, address, randomUUID());
    await other?.forget();
    expect(await attempt(throttle, email)).toBeUndefined();
    expect(await known()).toBeUndefined();
  });
});

for (const url of redisUrl ? [redisUrl] : []) {
  describe('replicas with a shared Redis', () => {
    it('share their counts', async () => {
      const replicas = await Promise.all([1, 2].map(() => inRedis(url)));
      const throttles = replicas.map(({ counters }) => new SignInThrottle(counters));
      const email = someEmail();
      const counts = throttles.map((throttle) =>
        admitted(ACCOUNT_TRIES, () => attempt(throttle, email)),
      );
      const [first = 0, second = 0] = await Promise.all(counts);
      expect(first + second).toBe(ACCOUNT_TRIES);
    });

    it('store neither email nor network address, and let every key expire', async () => {
      const name = `app-platform-test:${randomUUID()}:`;
      const { counters } = await inRedis(url, name);
      await new SignInThrottle(counters).admit('203.0.113.7', [{ name: 'ada@example.com' }]);
      const client = await createClient({ url }).connect();
      const keys = await client.keys(`${name}*`);
      const lifetimes = await Promise.all(keys.map((key) => client.ttl(key)));
      await client.close();
      expect(keys).toHaveLength(2);
      // Digests and identifiers have neither `@` nor a dot, so that none can match by chance.
      expect(keys.join()).not.toMatch(/ada@|example\.com|203\.0|113\.7/);
      expect(lifetimes.every((seconds) => seconds > 0 && seconds <= 900)).toBe(true);
    });
  });
}

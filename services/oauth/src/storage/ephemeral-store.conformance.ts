import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import { EphemeralAdapter } from '../provider/adapter.ts';
import type { EphemeralStore } from './ephemeral-store.ts';

type Open = () => Promise<EphemeralStore>;

/** The contract of every ephemeral store. */
export function describeEphemeralStore(name: string, open: Open): void {
  describe(`the ephemeral store in ${name}`, () => {
    const opened: EphemeralStore[] = [];
    const store = async () => {
      const one = await open();
      opened.push(one);
      return one;
    };
    afterAll(() => Promise.all(opened.map((one) => one.close())));
    keepsValues(store);
    isAtomic(store);
    holdsRecords(store);
  });
}

function keepsValues(store: Open): void {
  it('keeps a value until it is overwritten or deleted', async () => {
    const one = await store();
    const key = randomUUID();
    expect(await one.get(key)).toBeUndefined();
    await one.set(key, 'first', 60);
    await one.set(key, 'zweiter: 😀 \u2028', 60);
    expect(await one.get(key)).toBe('zweiter: 😀 \u2028');
    await one.delete(key);
    await one.delete(key);
    expect(await one.get(key)).toBeUndefined();
  });

  it('forgets a value when it expires', async () => {
    const one = await store();
    const key = randomUUID();
    await one.set(key, 'short', 1);
    expect(await one.get(key)).toBe('short');
    await wait(1_300);
    expect(await one.get(key)).toBeUndefined();
  });

  it('keeps values that are set concurrently', async () => {
    const one = await store();
    const keys = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(keys.map((key) => one.set(key, key, 60)));
    expect(await Promise.all(keys.map((key) => one.get(key)))).toEqual(keys);
  });

  it('answers a ping', async () => {
    await (await store()).ping();
  });
}

function isAtomic(store: Open): void {
  it('gives a taken value to exactly one caller', async () => {
    const one = await store();
    const key = randomUUID();
    await one.set(key, 'once', 60);
    const taken = await Promise.all(Array.from({ length: 20 }, () => one.take(key)));
    expect(taken.filter((value) => value !== undefined)).toEqual(['once']);
    expect(await one.get(key)).toBeUndefined();
  });

  it('adds a value once for concurrent callers', async () => {
    const one = await store();
    const key = randomUUID();
    const added = await Promise.all(Array.from({ length: 20 }, (_, n) => one.add(key, `${n}`, 1)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await one.get(key)).toBe(String(added.indexOf(true)));
    await wait(1_300);
    expect(await one.add(key, 'again', 60)).toBe(true);
  });

  it('shares counters between replicas', async () => {
    const [first, second] = [await store(), await store()];
    const email = `${randomUUID()}@example.com`;
    const throttles = [first, second].map(({ counters }) => new SignInThrottle(counters));
    const admitted: boolean[] = [];
    for (let count = 0; count < 11; count += 1) {
      const throttle = throttles[first.counters ? count % 2 : 0];
      const admission = await throttle?.admit(`2001:db8:${count}::1`, [{ name: email }]);
      admitted.push(admission?.admits(email) === true);
    }
    expect(admitted.lastIndexOf(true)).toBe(9);
  });
}

function holdsRecords(store: Open): void {
  it('stores a record of oidc-provider by id and by uid, and never its id in clear', async () => {
    const one = await store();
    const adapter = new EphemeralAdapter('Session', one);
    const [id, uid] = [randomUUID(), randomUUID()];
    const exp = Math.floor(Date.now() / 1000) + 60;
    await adapter.upsert(id, { jti: id, uid, accountId: 'somebody', exp }, 60);
    expect(await adapter.find(id)).toEqual({ jti: id, uid, accountId: 'somebody', exp });
    expect(await adapter.findByUid(uid)).toEqual({ uid, accountId: 'somebody', exp });
    expect(await one.get(`Session:id:${id}`)).toBeUndefined();
    await adapter.consume(id);
    expect((await adapter.find(id))?.consumed).toEqual(expect.any(Number));
    await adapter.destroy(id);
    expect(await adapter.find(id)).toBeUndefined();
    expect(await adapter.findByUid(uid)).toBeUndefined();
  });
}

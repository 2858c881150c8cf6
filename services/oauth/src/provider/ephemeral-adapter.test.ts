import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { describe, expect, it } from '@jest/globals';
import { type EphemeralStore, MemoryStore } from '../storage/ephemeral-store.ts';
import { RedisStore } from '../storage/redis-store.ts';
import { type AdapterUnderTest, describeAdapter, save } from './adapter.conformance.ts';
import { EphemeralAdapter } from './adapter.ts';

const redisUrl = testRedisUrl();

/** Records every key and value that a store receives. */
function recording(store: EphemeralStore) {
  const notes: string[] = [];
  const set: EphemeralStore['set'] = async (key, value, ttlSeconds) => {
    notes.push(key, value);
    await store.set(key, value, ttlSeconds);
  };
  const recorder: EphemeralStore = {
    set,
    add: (key, value, ttlSeconds) => {
      notes.push(key, value);
      return store.add(key, value, ttlSeconds);
    },
    get: (key) => store.get(key),
    delete: (key) => store.delete(key),
    take: (key) => store.take(key),
    ping: () => store.ping(),
    close: () => store.close(),
  };
  return { recorder, notes };
}

async function inMemory(kind: string): Promise<AdapterUnderTest> {
  let now = Date.now();
  const clock = () => new Date(now);
  const { recorder, notes } = recording(new MemoryStore(clock));
  return {
    adapter: new EphemeralAdapter(kind, recorder, clock),
    stored: async () => notes.join('\n'),
    now: () => Math.floor(now / 1000),
    pass: async (seconds) => {
      now += seconds * 1000;
    },
    close: () => recorder.close(),
  };
}

async function inRedis(kind: string, url: string): Promise<AdapterUnderTest> {
  const prefix = `app-platform-test:${randomUUID()}:`;
  const { recorder, notes } = recording(await RedisStore.connect({ url }, () => undefined, prefix));
  return {
    adapter: new EphemeralAdapter(kind, recorder),
    stored: async () => notes.join('\n'),
    now: () => Math.floor(Date.now() / 1000),
    pass: (seconds) => wait(seconds * 1000),
    close: () => recorder.close(),
  };
}

type Place = [string, (kind: string) => Promise<AdapterUnderTest>];
const redis: Place[] = redisUrl ? [['Redis', (kind) => inRedis(kind, redisUrl)]] : [];
const places: Place[] = [['memory', inMemory], ...redis];

for (const [place, openIn] of places) {
  for (const kind of ['Session', 'Interaction', 'PushedAuthorizationRequest', 'ReplayDetection']) {
    describeAdapter(`${kind} in ${place}`, () => openIn(kind));
  }

  describe(`a session in ${place}`, () => {
    it('is found by its uid, without its id, which is the cookie', async () => {
      const subject = await openIn('Session');
      const { jti, ...saved } = await save(subject, { uid: randomUUID() });
      expect(await subject.adapter.findByUid(String(saved.uid))).toEqual(saved);
      await subject.adapter.destroy(jti);
      expect(await subject.adapter.findByUid(String(saved.uid))).toBeUndefined();
      await subject.close();
    });

    it('is found by its uid after its id changed at the sign-in', async () => {
      const subject = await openIn('Session');
      const { jti: oldId, ...saved } = await save(subject, { uid: randomUUID() });
      await subject.adapter.destroy(oldId);
      const jti = randomUUID();
      await subject.adapter.upsert(jti, { ...saved, jti, accountId: 'somebody' }, 60);
      expect((await subject.adapter.findByUid(String(saved.uid)))?.accountId).toBe('somebody');
      expect(await subject.adapter.find(oldId)).toBeUndefined();
      await subject.close();
    });
  });

  describe(`an interaction in ${place}`, () => {
    it('does not store the cookie of its session', async () => {
      const subject = await openIn('Interaction');
      const session = { accountId: 'somebody', uid: 'the-uid', cookie: 'the-cookie' };
      const { jti } = await save(subject, { session });
      expect((await subject.adapter.find(jti))?.session).toEqual({
        accountId: 'somebody',
        uid: 'the-uid',
      });
      expect(await subject.stored()).not.toContain('the-cookie');
      await subject.close();
    });
  });
}

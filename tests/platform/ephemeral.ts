import { randomUUID } from 'node:crypto';
import {
  type EphemeralStore,
  MemoryStore,
  RedisStore,
  testRedisUrl,
} from '@app-platform/oauth/testing';
import { createClient } from 'redis';

/** The store of what may be lost, and a way to let its time pass. */
export type TestEphemeral = { store: EphemeralStore; pass(seconds: number): Promise<void> };

/** @param delayMilliseconds how long every answer takes, as over a network */
export async function openEphemeral(
  clock: () => Date,
  delayMilliseconds: number,
): Promise<TestEphemeral> {
  const redisUrl = testRedisUrl();
  const opened = redisUrl ? await inRedis(redisUrl) : inMemory(clock);
  return { ...opened, store: delayed(opened.store, delayMilliseconds) };
}

function inMemory(clock: () => Date): TestEphemeral {
  let passedSeconds = 0;
  return {
    store: new MemoryStore(() => new Date(clock().getTime() + passedSeconds * 1000)),
    pass: async (seconds) => {
      passedSeconds += seconds;
    },
  };
}

async function inRedis(url: string): Promise<TestEphemeral> {
  const prefix = `app-platform-test:${randomUUID()}:`;
  return {
    store: await RedisStore.connect({ url }, () => undefined, prefix),
    pass: async (seconds) => {
      const client = await createClient({ url }).connect();
      for (const key of await client.keys(`${prefix}*`)) {
        // Redis deletes what it is told to keep for no time, or less.
        await client.expire(key, (await client.ttl(key)) - seconds);
      }
      await client.close();
    },
  };
}

function delayed(store: EphemeralStore, milliseconds: number): EphemeralStore {
  if (milliseconds === 0) return store;
  const late = async <T>(answer: Promise<T>): Promise<T> => {
    const value = await answer;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return value;
  };
  return {
    set: (...parameters) => late(store.set(...parameters)),
    add: (...parameters) => late(store.add(...parameters)),
    get: (key) => late(store.get(key)),
    take: (key) => late(store.take(key)),
    delete: (key) => late(store.delete(key)),
    ping: () => store.ping(),
    close: () => store.close(),
  };
}

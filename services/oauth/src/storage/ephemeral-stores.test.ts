import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { rateLimiter } from '@app-platform/http-api';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { describeEphemeralStore } from './ephemeral-store.conformance.ts';
import { type EphemeralStore, MemoryStore } from './ephemeral-store.ts';
import { RedisStore } from './redis-store.ts';

const redisUrl = testRedisUrl();
const prefix = `app-platform-test:${randomUUID()}:`;
const ignore = () => undefined;

/** Memory, and Redis if the environment names one. */
const stores: [string, () => Promise<EphemeralStore>][] = [
  ['memory', async () => new MemoryStore(() => new Date())],
  ...(redisUrl
    ? [
        ['Redis', () => RedisStore.connect({ url: redisUrl }, ignore, prefix)] as [
          string,
          () => Promise<EphemeralStore>,
        ],
      ]
    : []),
];

for (const [name, open] of stores) describeEphemeralStore(name, open);

/** A connection to Redis that the test can cut and restore. */
async function cuttable(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(target.port || 6379), target.hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', ignore).on('close', () => sockets.delete(socket));
    }
    incoming.pipe(outgoing).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const cut = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  };
  const restore = () => once(server.listen(port, '127.0.0.1'), 'listening');
  return { url: `redis://127.0.0.1:${port}`, cut, restore };
}

for (const url of redisUrl ? [redisUrl] : []) {
  describe('Redis', () => {
    it('gives every key a time to live', async () => {
      const store = await RedisStore.connect({ url }, ignore, prefix);
      await store.set(randomUUID(), 'x', 60);
      const client = await createClient({ url }).connect();
      const keys = await client.keys(`${prefix}*`);
      const lifetimes = await Promise.all(keys.map((key) => client.ttl(key)));
      expect(keys.length).toBeGreaterThan(0);
      expect(lifetimes.filter((seconds) => seconds < 0)).toEqual([]);
      await client.close();
      await store.close();
    });

    it('shares counters between replicas', async () => {
      const replicas = [
        await RedisStore.connect({ url }, ignore, prefix),
        await RedisStore.connect({ url }, ignore, prefix),
      ];
      const limits = { points: 2, duration: 60, keyPrefix: randomUUID() };
      const counted = replicas.map(({ counters: store }) => rateLimiter({ ...limits, store }));
      for (const limiter of counted) await limiter.consume('key');
      for (const limiter of counted) {
        await expect(limiter.consume('key')).rejects.toMatchObject({ remainingPoints: 0 });
      }
      await Promise.all(replicas.map((store) => store.close()));
    });

    it('fails in bounded time during an outage, and works again afterwards', async () => {
      const connection = await cuttable(url);
      const store = await RedisStore.connect({ url: connection.url }, ignore, prefix);
      await store.set('kept', 'x', 60);
      await connection.cut();
      const startedAt = performance.now();
      await expect(store.get('kept')).rejects.toThrow();
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await connection.restore();
      const deadline = Date.now() + 10_000;
      const read = () => store.get('kept').catch(ignore);
      while ((await read()) !== 'x' && Date.now() < deadline) await wait(100);
      expect(await store.get('kept')).toBe('x');
      await store.close();
      await connection.cut();
    });
  });
}

describe('memory', () => {
  it('drops the oldest entries beyond its size, and is empty when they are gone', async () => {
    const store = new MemoryStore(() => new Date(), 1_000);
    for (let key = 0; key < 20; key += 1) await store.set(`key ${key}`, 'v'.repeat(95), 60);
    expect(store.size().characters).toBeLessThanOrEqual(1_000);
    expect(await store.get('key 10')).toBeUndefined();
    expect(await store.get('key 19')).toHaveLength(95);
    await store.set('key 19', 'v', 60);
    for (let key = 0; key < 20; key += 1) await store.take(`key ${key}`);
    expect(store.size()).toEqual({ entries: 0, characters: 0 });
  });

  it('stays below its size under 20,000 large values', async () => {
    const store = new MemoryStore(() => new Date());
    for (let key = 0; key < 20_000; key += 1) await store.set(`${key}`, 'v'.repeat(16_000), 3_600);
    expect(store.size().characters).toBeLessThanOrEqual(64_000_000);
  });
});

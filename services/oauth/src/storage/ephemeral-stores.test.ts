import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { testRedisUrl } from '@app-platform/service-kit/testing';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';
import { EphemeralAdapter } from './ephemeral-adapter.ts';
import type { EphemeralStore } from './ephemeral-store.ts';
import { MemoryStore } from './memory-store.ts';
import { RedisStore } from './redis-store.ts';

const redisUrl = testRedisUrl();
const prefix = `app-platform-test:${randomUUID()}:`;
const ignore = () => undefined;

/** Every store there is here: memory always, and the Redis that is named. */
const stores: [string, () => Promise<EphemeralStore>][] = [
  ['memory', async () => new MemoryStore(() => new Date())],
  ...(redisUrl
    ? [
        ['Redis', () => RedisStore.connect(redisUrl, ignore, prefix)] as [
          string,
          () => Promise<EphemeralStore>,
        ],
      ]
    : []),
];

describe.each(stores)('the ephemeral store in %s', (_name, open) => {
  const opened: EphemeralStore[] = [];
  const store = async () => {
    const one = await open();
    opened.push(one);
    return one;
  };
  afterAll(() => Promise.all(opened.map((one) => one.close())));

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

  it('gives a value that is taken to one of many, and nobody after', async () => {
    const one = await store();
    const key = randomUUID();
    await one.set(key, 'once', 60);
    const taken = await Promise.all(Array.from({ length: 20 }, () => one.take(key)));
    expect(taken.filter((value) => value !== undefined)).toEqual(['once']);
    expect(await one.get(key)).toBeUndefined();
  });

  it('forgets a value when its time is over', async () => {
    const one = await store();
    const key = randomUUID();
    await one.set(key, 'short', 1);
    expect(await one.get(key)).toBe('short');
    await wait(1_300);
    expect(await one.get(key)).toBeUndefined();
  });

  it('keeps many values that are set at once', async () => {
    const one = await store();
    const keys = Array.from({ length: 200 }, () => randomUUID());
    await Promise.all(keys.map((key) => one.set(key, key, 60)));
    expect(await Promise.all(keys.map((key) => one.get(key)))).toEqual(keys);
  });

  it('adds a value under a key once, whoever tries at the same instant', async () => {
    const one = await store();
    const key = randomUUID();
    const added = await Promise.all(Array.from({ length: 20 }, (_, n) => one.add(key, `${n}`, 1)));
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await one.get(key)).toBe(String(added.indexOf(true)));
    await wait(1_300);
    expect(await one.add(key, 'again', 60)).toBe(true);
  });

  it('answers that it is there', async () => {
    await (await store()).ping();
  });

  it('holds a record of oidc-provider by id and by uid, and its id nowhere in clear', async () => {
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
});

/** A connection to Redis that can be cut, and comes back. */
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
  const mend = () => once(server.listen(port, '127.0.0.1'), 'listening');
  return { url: `redis://127.0.0.1:${port}`, cut, mend };
}

for (const url of redisUrl ? [redisUrl] : []) {
  describe('Redis', () => {
    it('has no key without a time to live', async () => {
      const store = await RedisStore.connect(url, ignore, prefix);
      await store.set(randomUUID(), 'x', 60);
      const client = await createClient({ url }).connect();
      const keys = await client.keys(`${prefix}*`);
      const lifetimes = await Promise.all(keys.map((key) => client.ttl(key)));
      expect(keys.length).toBeGreaterThan(0);
      expect(lifetimes.filter((seconds) => seconds < 0)).toEqual([]);
      await client.close();
      await store.close();
    });

    it('gives an error in time when it is away, and works again when it is back', async () => {
      const connection = await cuttable(url);
      const store = await RedisStore.connect(connection.url, ignore, prefix);
      await store.set('kept', 'x', 60);
      await connection.cut();
      const startedAt = performance.now();
      await expect(store.get('kept')).rejects.toThrow();
      expect(performance.now() - startedAt).toBeLessThan(5_000);
      await connection.mend();
      const deadline = Date.now() + 10_000;
      const read = () => store.get('kept').catch(ignore);
      while ((await read()) !== 'x' && Date.now() < deadline) await wait(100);
      expect(await store.get('kept')).toBe('x');
      await store.close();
      await connection.cut();
    });
  });
}

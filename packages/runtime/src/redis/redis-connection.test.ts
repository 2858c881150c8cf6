import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { testRedisUrl } from '@app-platform/testing/redis/config';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RedisConnection } from './redis-connection.ts';

const BOUND_MILLISECONDS = 5_000;
const ignore = () => undefined;
const redisUrl = testRedisUrl();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A server whose connections stay open and return no data while it is silent. */
async function silenceable(answer: (socket: Socket) => Socket | undefined) {
  const sockets = new Set<Socket>();
  const state = { isSilent: false };
  const server = createServer((incoming) => {
    const outgoing = answer(incoming);
    for (const socket of outgoing ? [incoming, outgoing] : [incoming]) {
      sockets.add(socket.on('error', ignore));
    }
    // A connection that existed during the silence stays silent, as behind a dead router.
    let isDead = state.isSilent;
    outgoing?.on('data', (chunk) => {
      isDead ||= state.isSilent;
      if (!isDead) incoming.write(chunk);
    });
    incoming.on('data', (chunk) => outgoing?.write(chunk));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await once(server, 'close');
  });
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, state };
}

function unopened(url: string): RedisConnection {
  const connection = new RedisConnection({ url }, ignore);
  endings.push(() => connection.close());
  return connection;
}

async function open(url: string): Promise<RedisConnection> {
  const connection = unopened(url);
  await connection.open();
  return connection;
}

async function failsInTime(work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await expect(work()).rejects.toThrow();
  expect(performance.now() - startedAt).toBeLessThan(BOUND_MILLISECONDS);
}

describe('a connection to a Redis that', () => {
  it('never answers opens and closes in bounded time and fails meanwhile', async () => {
    const { url } = await silenceable(() => undefined);
    const startedAt = performance.now();
    const connection = await open(url);
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MILLISECONDS);
    await failsInTime(() => connection.send<string>(undefined, ['PING']));
  });

  it('does not exist opens in bounded time and fails at once', async () => {
    const connection = await open('redis://127.0.0.1:1');
    await failsInTime(() => connection.send<string>(undefined, ['PING']));
  });
});

describe('a connection to Redis that is closed', () => {
  it('before it is opened never connects', async () => {
    let connections = 0;
    const { url } = await silenceable(() => {
      connections += 1;
      return undefined;
    });
    const connection = unopened(url);
    await connection.close();
    await connection.open();
    await expect(connection.send(undefined, ['PING'])).rejects.toThrow('closed');
    expect(connections).toBe(0);
  });

  it('while it is opened drops the connection and makes no other', async () => {
    const connected = Promise.withResolvers<Socket>();
    let connections = 0;
    const { url } = await silenceable((socket) => {
      connections += 1;
      connected.resolve(socket);
      return undefined;
    });
    const connection = unopened(url);
    const opening = connection.open();
    const socket = await connected.promise;
    const dropped = once(socket, 'close');
    await connection.close();
    await Promise.all([opening, dropped]);
    await expect(connection.send(undefined, ['PING'])).rejects.toThrow('closed');
    expect(connections).toBe(1);
  });
});

for (const target of redisUrl ? [new URL(redisUrl)] : []) {
  it('the first commands open a connection to Redis, once', async () => {
    let connections = 0;
    const { url } = await silenceable(() => {
      connections += 1;
      return connect(Number(target.port || 6379), target.hostname);
    });
    const connection = unopened(url);
    const pings = Array.from({ length: 5 }, () => connection.send(undefined, ['PING']));
    expect(await Promise.all(pings)).toEqual(pings.map(() => 'PONG'));
    await connection.open();
    expect(connections).toBe(1);
  });

  describe('a connection to a Redis that stops responding', () => {
    it('fails in bounded time under load and is replaced', async () => {
      const proxy = await silenceable(() => connect(Number(target.port || 6379), target.hostname));
      const connection = await open(proxy.url);
      const ping = () => connection.send<string>(undefined, ['PING']);
      expect(await ping()).toBe('PONG');
      proxy.state.isSilent = true;
      const asking = Array.from({ length: 20 }, async (_, index) => {
        await wait(index * 50);
        await failsInTime(ping);
      });
      await Promise.all(asking);
      proxy.state.isSilent = false;
      const deadline = Date.now() + 10_000;
      let answer: string | undefined;
      while (answer !== 'PONG' && Date.now() < deadline) {
        answer = await ping().catch(ignore);
        if (!answer) await wait(100);
      }
      expect(answer).toBe('PONG');
    });
  });
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { testRedisUrl } from '../../testing/config.ts';
import { RedisConnection } from './redis-connection.ts';

const BOUND_MILLISECONDS = 5_000;
const ignore = () => undefined;
const redisUrl = testRedisUrl();
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A server whose connections stay open and, while it is silent, carry nothing back. */
async function silenceable(answer: (socket: Socket) => Socket | undefined) {
  const sockets = new Set<Socket>();
  const state = { isSilent: false };
  const server = createServer((incoming) => {
    const outgoing = answer(incoming);
    for (const socket of outgoing ? [incoming, outgoing] : [incoming]) {
      sockets.add(socket.on('error', ignore));
    }
    // A connection that began in silence, or met it, stays silent, as behind a dead router.
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
  it('never answers is opened and closed in bounded time, and fails in the meantime', async () => {
    const { url } = await silenceable(() => undefined);
    const startedAt = performance.now();
    const connection = await open(url);
    expect(performance.now() - startedAt).toBeLessThan(BOUND_MILLISECONDS);
    await failsInTime(() => connection.send<string>(undefined, ['PING']));
  });

  it('is not there is opened in bounded time, and fails at once', async () => {
    const connection = await open('redis://127.0.0.1:1');
    await failsInTime(() => connection.send<string>(undefined, ['PING']));
  });
});

describe('a connection to Redis that is closed', () => {
  const ping = (connection: RedisConnection) => connection.send<string>(undefined, ['PING']);

  it.each(['before it is opened', 'while it is'])('%s never connects', async (when) => {
    let connections = 0;
    const { url } = await silenceable(() => {
      connections += 1;
      return undefined;
    });
    const connection = unopened(url);
    const opening = when === 'while it is' ? connection.open() : undefined;
    await connection.close();
    await opening;
    await connection.open();
    await expect(ping(connection)).rejects.toThrow('closed');
    expect(connections).toBe(0);
  });
});

for (const target of redisUrl ? [new URL(redisUrl)] : []) {
  it('a connection to Redis is opened by whoever uses it first, and only once', async () => {
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

  describe('a connection to a Redis that falls silent without a word', () => {
    it('fails in bounded time, however much is asked, and is replaced', async () => {
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

import { once } from 'node:events';
import { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import express from 'express';
import { type Listener, listen } from './listen.ts';

const host = '127.0.0.1';
let listener: Listener;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

async function start(options: { maxConnections?: number; host?: string } = {}): Promise<Listener> {
  const app = express().get('/', (_request, response) => {
    response.send('served');
  });
  return listen(app, { host, port: 0, drainMilliseconds: 0, ...options });
}

/** A connection of whoever does not mean to ask anything. */
async function open(port: number): Promise<{ socket: Socket; closed: Promise<void> }> {
  const socket = connect({ host, port });
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.resume();
  // Not `once`, which rejects where the connection is reset: it is closed by that too.
  const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, closed };
}

const ask = async (port: number) => {
  const response = await fetch(`http://${host}:${port}/`, { headers: { connection: 'close' } });
  return response.text();
};

/** Asks until a connection is not dropped any more. */
async function askUntilServed(port: number): Promise<string> {
  for (;;) {
    try {
      return await ask(port);
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      if (!['ECONNRESET', 'UND_ERR_SOCKET'].includes(cause?.code ?? '')) throw error;
    }
  }
}

describe('slowloris', () => {
  it('connections that send their headers a byte at a time are closed, and others served meanwhile', async () => {
    listener = await start();
    const { port } = listener;
    const slow = await Promise.all(Array.from({ length: 100 }, () => open(port)));
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const trickle = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('a');
    }, 200);
    expect(await ask(port)).toBe('served');
    await Promise.all(slow.map(({ closed }) => closed));
    clearInterval(trickle);
    expect(await ask(port)).toBe('served');
  });
});

describe('a head without end', () => {
  it.each([
    ['URL', `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    ['header', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`],
    ['list of headers', `GET / HTTP/1.1\r\nHost: x\r\n${'X-One: a\r\n'.repeat(1_900)}\r\n`],
  ])('431 for a %s of more than 16 KiB', async (_what, head) => {
    listener = await start();
    const { socket, closed } = await open(listener.port);
    let answer = '';
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.write(head);
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('connection flood', () => {
  it('connections beyond the most are dropped, and when others end there is room again', async () => {
    listener = await start({ maxConnections: 5 });
    const { port } = listener;
    const idle = await Promise.all(Array.from({ length: 5 }, () => open(port)));
    const beyond = await open(port);
    await beyond.closed;
    for (const { socket } of idle) socket.destroy();
    await Promise.all(idle.map(({ closed }) => closed));
    expect(await askUntilServed(port)).toBe('served');
  });
});

describe('the host ::', () => {
  it.each(['127.0.0.1', '[::1]'])('is served at %s', async (address) => {
    listener = await start({ host: '::' });
    const response = await fetch(`http://${address}:${listener.port}/`);
    expect(await response.text()).toBe('served');
  });
});

it('ends a connection after thirty seconds without a byte, where nothing else is said', async () => {
  const listening = jest.spyOn(Server.prototype, 'listen');
  listener = await start();
  const [server] = listening.mock.contexts as Server[];
  listening.mockRestore();
  expect(server?.timeout).toBe(30_000);
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { type Listener, type ListenOptions, listen } from './listen.ts';

const host = '127.0.0.1';
/** Far more than a kernel holds for both ends of a connection, and held once. */
const LARGE = Buffer.alloc(64 * 1_048_576, 'x');
const MEBIBYTE = 1_048_576;

let listener: Listener;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listener.close();
});

/** Tells of each large answer that was asked for, and when its connection ended. */
type Large = { asked: Response[]; closed: Promise<unknown> };

async function start(options: Partial<ListenOptions> = {}): Promise<Large> {
  const asked: Response[] = [];
  let onConnection: (request: Request) => void = () => undefined;
  const closed = new Promise((resolve) => {
    onConnection = ({ socket }) => socket.once('close', resolve);
  });
  const app = express()
    .get('/large', (request, response) => {
      if (asked.push(response) === 1) onConnection(request);
      response.end(LARGE);
    })
    .get('/number/:number', async (request, response) => {
      await wait(1);
      response.send(`<${request.params.number}>`);
    });
  listener = await listen(app, { host, port: 0, drainMilliseconds: 0, ...options });
  return { asked, closed };
}

async function open(): Promise<Socket> {
  const socket = connect({ host, port: listener.port });
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('pipelining', () => {
  it('whoever asks on and on without reading is cut off, and no more than 32 answers wait', async () => {
    const { asked, closed } = await start();
    const socket = await open();
    socket.pause().write(get('/large').repeat(1_400));
    await closed;
    expect(asked.length).toBe(32);
  });

  it('whoever asks a few at a time gets every answer, in order, for as long as they like', async () => {
    await start();
    const socket = await open();
    const count = 200;
    let sent = 8;
    const received: number[] = [];
    let text = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
      received.length = 0;
      for (const [, number] of text.matchAll(/<(\d+)>/g)) received.push(Number(number));
      // Always as many are on their way: no moment comes at which all are answered.
      for (; sent < Math.min(received.length + 8, count); sent += 1)
        socket.write(get(`/number/${sent}`));
      if (received.length === count) socket.end();
    });
    socket.write(Array.from({ length: sent }, (_, number) => get(`/number/${number}`)).join(''));
    await once(socket, 'close');
    expect(received).toEqual(Array.from({ length: count }, (_, number) => number));
  });
});

describe('an answer that is not read', () => {
  it('is given up in a bounded time', async () => {
    const { asked, closed } = await start({ stallMilliseconds: 200 });
    const socket = await open();
    socket.pause().write(get('/large'));
    await closed;
    expect(asked.map(({ writableFinished }) => writableFinished)).toEqual([false]);
  });

  it('is not given up while it is read slowly', async () => {
    const stallMilliseconds = 1_500;
    await start({ stallMilliseconds });
    const socket = await open();
    const startedAt = performance.now();
    socket.write(get('/large'));
    let received = 0;
    let pauseAt = 2 * MEBIBYTE;
    for await (const chunk of socket) {
      received += chunk.length;
      if (received > LARGE.length) break;
      if (received < pauseAt) continue;
      pauseAt += 2 * MEBIBYTE;
      await wait(150);
    }
    expect(received).toBeGreaterThan(LARGE.length);
    expect(performance.now() - startedAt).toBeGreaterThan(2 * stallMilliseconds);
  });

  it('is another thing than a connection at rest, which is kept', async () => {
    const stallMilliseconds = 100;
    await start({ stallMilliseconds });
    const socket = await open();
    for (const number of [1, 2]) {
      socket.write(get(`/number/${number}`));
      const [answer] = await once(socket, 'data');
      expect(String(answer)).toContain(`<${number}>`);
      await wait(5 * stallMilliseconds);
    }
    expect(socket.readyState).toBe('open');
  });
});

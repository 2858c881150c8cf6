import { once } from 'node:events';
import { connect } from 'node:net';
import { createLogger, openTelemetry } from '@app-platform/runtime';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { type Listener, listen } from './listen.ts';
import { requestContext } from './observe-requests.ts';
import { contextOf } from './request-context.ts';
import { markRoutine } from './request-log.ts';

const host = '127.0.0.1';
const traceId = '0af7651916cd43dd8448eb211c80319c';
const telemetry = await openTelemetry('test');
let listener: Listener;
afterEach(() => listener.close());

async function start(level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const waiting = Promise.withResolvers<void>();
  const logger = createLogger('test', level, { write: (text) => lines.push(JSON.parse(text)) });
  const app = express()
    .use(requestContext({ logger, telemetry, port: 'public' }))
    .post('/failing', (_request, response) => void response.status(500).end())
    .get('/routine', (incoming, response) => {
      markRoutine(response);
      response.status(Number(incoming.get('x-status'))).end();
    })
    .get('/waiting', () => waiting.resolve())
    .use((_request, response) => {
      contextOf(response).logger.warn('within the request');
      response.end();
    });
  listener = await listen(app, { host, port: 0, drainMilliseconds: 0 });
  return { lines, url: `http://${host}:${listener.port}`, waiting: waiting.promise };
}

const until = async (isTrue: () => boolean) => {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('the line of a request', () => {
  it('has ids, method, path, status and duration, and nothing a secret could be in', async () => {
    const { lines, url } = await start();
    await fetch(`${url}/a%22path?token=secret`, {
      method: 'POST',
      body: 'secret',
      headers: {
        authorization: 'Bearer secret',
        'x-request-id': 'request-1',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
    });
    await until(() => lines.length === 2);
    const ids = { service: 'test', requestId: 'request-1', traceId };
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(lines).toEqual([
      { level: 40, time, ...ids, msg: 'within the request' },
      {
        level: 30,
        time,
        ...ids,
        method: 'POST',
        path: '/a%22path',
        status: 200,
        durationMilliseconds: expect.any(Number),
        msg: 'request',
      },
    ]);
  });

  it('of a failed request has the same fields', async () => {
    const { lines, url } = await start();
    await fetch(`${url}/failing`, { method: 'POST' });
    await until(() => lines.length === 1);
    expect(lines[0]).toMatchObject({ level: 30, status: 500, msg: 'request' });
    expect(lines[0]).not.toHaveProperty('err');
    expect(lines[0]).not.toHaveProperty('res');
  });

  it('names a request that was cut off', async () => {
    const { lines, waiting } = await start();
    const socket = connect({ host, port: listener.port });
    await once(socket, 'connect');
    socket.write('GET /waiting HTTP/1.1\r\nHost: x\r\n\r\n');
    await waiting;
    socket.destroy();
    await until(() => lines.length === 1);
    expect(lines[0]).toMatchObject({ path: '/waiting', msg: 'request cut off' });
  });

  it.each([
    [200, 20],
    [404, 30],
    [503, 30],
  ])('of a routine request answered with %i has the level %i', async (status, level) => {
    const { lines, url } = await start('debug');
    await fetch(`${url}/routine`, { headers: { 'x-status': `${status}` } });
    await until(() => lines.length === 1);
    expect(lines[0]).toMatchObject({ level, status, path: '/routine' });
  });

  it('is not written at the level warn', async () => {
    const { lines, url } = await start('warn');
    await fetch(url);
    expect(lines.map(({ msg }) => msg)).toEqual(['within the request']);
  });
});

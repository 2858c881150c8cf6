import { once } from 'node:events';
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { type EventStream, sendEvents } from './event-stream.ts';

const MEBIBYTE = 'x'.repeat(1_048_576);
const sixMebibytes = Array.from({ length: 6 }, (_, number) => ({
  id: String(number),
  event: 'delivery',
  data: MEBIBYTE,
}));

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** The response of a server that answers with a stream. */
async function answerOf(serve: (stream: EventStream) => void): Promise<IncomingMessage> {
  const app = express();
  app.get('/', (request, response) => sendEvents(request, response, serve));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const sent = httpRequest({ host: '127.0.0.1', port: (server.address() as AddressInfo).port });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

describe('an event stream', () => {
  it('sends more at once than it keeps for a slow client', async () => {
    const answer = await answerOf((stream) => {
      stream.send(sixMebibytes);
      stream.end();
    });
    expect((await text(answer)).match(/^id: \d$/gm)).toHaveLength(6);
  });

  it('is ended where its client does not read', async () => {
    let opened: EventStream | undefined;
    await answerOf((stream) => {
      opened = stream;
    });
    for (let times = 0; times < 10; times += 1) {
      opened?.send(sixMebibytes);
      await wait(20);
    }
    expect(opened?.isOpen).toBe(false);
  });
});

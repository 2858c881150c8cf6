import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import type { CommandContext } from '../run-command.ts';
import { Registry } from '../session/registry.ts';
import { type Forwarded, forwardEvents, newSecret } from './forward-events.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const entry = (eventId: string) => {
  const attributes = { eventId, eventType: 'app.installed', payload: {} };
  return `id: ${eventId}\ndata: ${JSON.stringify({ type: 'installation', attributes })}\n\n`;
};

/** What is kept is `old`. Then `first` and `second` happen, and the stream stays open. */
function sendLog(request: IncomingMessage, response: Parameters<RequestListener>[1]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if (request.url?.includes('follow=false')) response.end(entry('old'));
  else response.write(['old', 'first', 'first', 'second'].map(entry).join(''));
}

it('an event that is not answered in time does not hold up the next, and an abort ends it', async () => {
  const baseUrl = await serve(sendLog);
  const address = await serve((request, response) => {
    if (request.headers['webhook-id'] === 'second') response.writeHead(204).end();
  });
  const config = { baseUrl, oauthUrl: undefined, apiKey: 'key', profilesFile: '/none.json' };
  const registry = await Registry.open({ config } as CommandContext, { profile: 'default' });
  const abort = new AbortController();
  const forwarded: Forwarded[] = [];
  const listeners = {
    report: (one: Forwarded) => {
      forwarded.push(one);
      if (one.id === 'second') abort.abort();
    },
    onBreak: () => undefined,
  };
  const target = { address, secret: newSecret(), answerMilliseconds: 300 };
  const ended = forwardEvents(registry, 'a', target, listeners, abort.signal);
  await expect(ended).rejects.toThrow('aborted');
  const event = { event: 'webhook', type: 'app.installed' };
  expect(forwarded).toEqual([
    { ...event, id: 'first', status: null },
    { ...event, id: 'second', status: 204 },
  ]);
});

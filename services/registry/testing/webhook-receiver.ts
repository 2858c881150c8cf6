import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A server on a loopback address that records what it is sent. */
export type WebhookReceiver = {
  url: string;
  received: Received[];
  /** How it answers; 204 at first. */
  answer: (response: ServerResponse, request: Received) => void;
  /** Resolves when it has received this many requests. */
  untilReceived(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

export async function startReceiver(): Promise<WebhookReceiver> {
  const arrivals = new EventTarget();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const one = { path: request.url ?? '', headers: request.headers, body };
    receiver.received.push(one);
    receiver.answer(response, one);
    arrivals.dispatchEvent(new Event('arrival'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}`,
    received: [],
    answer: (response) => response.writeHead(204).end(),
    untilReceived: async (count) => {
      while (receiver.received.length < count) await once(arrivals, 'arrival');
      return receiver.received;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const PATH = '/callback';

export type LoopbackServer = {
  redirectUri: string;
  /** The first answer that the check accepts. Rejects after the time. */
  answer<Result>(check: (parameters: URL) => Result, timeoutSeconds: number): Promise<Result>;
  close(): void;
};

/** Receives an authorization response on this machine (RFC 8252 section 7.3). */
export async function openLoopbackServer(): Promise<LoopbackServer> {
  const waiting: ((address: URL) => string)[] = [];
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', redirectUri);
    const [receive] = waiting;
    if (request.method !== 'GET' || address.pathname !== PATH || !receive) {
      return send(response, 404, 'There is no such page.');
    }
    try {
      send(response, 200, receive(address));
    } catch {
      send(response, 400, 'This is no answer to the sign-in that the command line began.');
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`;
  return {
    redirectUri,
    answer: (check, timeoutSeconds) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`Nobody signed in within ${timeoutSeconds} seconds.`)),
          timeoutSeconds * 1000,
        );
        waiting.push((address) => {
          const result = check(address);
          clearTimeout(timer);
          resolve(result);
          return 'You can close this window and go back to the command line.';
        });
      }),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function send(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(`<!doctype html><title>apps</title><p>${text}</p>`);
}

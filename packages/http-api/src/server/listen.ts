import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { originForm } from './origin-form.ts';
import { exceedsPipeline } from './pipeline-limit.ts';

export type Listener = {
  port: number;
  /**
   * Stops without dropping a request: for a moment still accepts requests and answers them with
   * `Connection: close`, then stops listening and waits for requests in progress.
   */
  close(): Promise<void>;
};

export type ListenOptions = {
  port: number;
  /** `::` listens on every IPv4 and IPv6 address. */
  host: string;
  /** Further connections are dropped when they are made. */
  maxConnections?: number;
  /**
   * How long requests are still accepted after `close`: longer than a load balancer needs to notice
   * that the service is not ready. Later connections are reset.
   */
  drainMilliseconds?: number;
  /** How long requests in progress may then take. */
  graceMilliseconds?: number;
  /** How long a client may leave a response unread. */
  stallMilliseconds?: number;
};

/** Starts an HTTP server in which every wait is bounded. */
export async function listen(app: Express, options: ListenOptions): Promise<Listener> {
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      keepAliveTimeout: 65_000,
      maxHeaderSize: 16_384,
      connectionsCheckingInterval: 5_000,
    },
    (request, response) => {
      if (exceedsPipeline(request, response)) return;
      request.url = originForm(request.url ?? '/');
      app(request, response);
    },
  );
  // Closes a connection on which no byte is sent or received meanwhile.
  server.timeout = options.stallMilliseconds ?? 30_000;
  server.maxRequestsPerSocket = 10_000;
  server.maxConnections = options.maxConnections ?? 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Without a host Node.js listens on `::`, or on 0.0.0.0 where the machine has no IPv6
    // (https://nodejs.org/api/net.html#serverlistenport-host-backlog-callback).
    if (options.host === '::') server.listen(options.port, resolve);
    else server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { drainMilliseconds = 500, graceMilliseconds = 10_000 } = options;
  return { port, close: () => drain(server, drainMilliseconds, graceMilliseconds) };
}

async function drain(server: Server, drainMilliseconds: number, graceMilliseconds: number) {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  // Closing at once would reset accepted connections whose request is not yet read.
  await wait(drainMilliseconds);
  const forced = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  server.close();
  await once(server, 'close');
  clearTimeout(forced);
}

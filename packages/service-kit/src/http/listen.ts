import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import { originForm } from './origin-form.ts';
import { exceedsPipeline } from './pipeline-limit.ts';
import { giveUpUnreadAnswers } from './unread-answers.ts';

export type Listener = {
  port: number;
  /**
   * Stops without dropping a request: for a moment goes on serving what is on its way, telling
   * every caller to come back on another connection; then takes no more, and waits for the rest.
   */
  close(): Promise<void>;
};

export type ListenOptions = {
  port: number;
  host: string;
  /** More are dropped as they come, and cost nothing. */
  maxConnections?: number;
  /**
   * How long requests that are on their way are still taken when the listener closes: longer than
   * a load balancer needs to notice that the service is not ready. What comes later is reset.
   */
  drainMilliseconds?: number;
  /** How long running requests then have to end. */
  graceMilliseconds?: number;
  /** How long none of an answer's bytes may leave before its reader is given up. */
  stallMilliseconds?: number;
};

/** Starts an HTTP server whose every wait is bounded. */
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
  giveUpUnreadAnswers(server, options.stallMilliseconds ?? 30_000);
  server.maxRequestsPerSocket = 10_000;
  server.maxConnections = options.maxConnections ?? 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { drainMilliseconds = 500, graceMilliseconds = 10_000 } = options;
  return { port, close: () => drain(server, drainMilliseconds, graceMilliseconds) };
}

async function drain(server: Server, drainMilliseconds: number, graceMilliseconds: number) {
  server.prependListener('request', (_request, response) => {
    response.setHeader('Connection', 'close');
  });
  // Closing at once would reset connections that are accepted and not yet read from.
  await wait(drainMilliseconds);
  const forced = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
  server.close();
  await once(server, 'close');
  clearTimeout(forced);
}

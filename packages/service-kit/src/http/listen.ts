import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

export type Listener = {
  port: number;
  /** Takes no more connections, lets running requests end, then closes. */
  close(): Promise<void>;
};

export type ListenOptions = {
  port: number;
  host: string;
  /** How long running requests have to end when the listener closes. */
  graceMilliseconds?: number;
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
    app,
  );
  server.maxRequestsPerSocket = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { port, close: () => closeGracefully(server, options.graceMilliseconds ?? 10_000) };
}

function closeGracefully(server: Server, graceMilliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const forced = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(forced);
      resolve();
    });
    server.closeIdleConnections();
  });
}

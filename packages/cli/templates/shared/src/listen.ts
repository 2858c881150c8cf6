import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Express } from 'express';

/** Starts a server. @param port 0 for a free one */
export async function listen(app: Express, port: number) {
  const server = createServer(app).listen(port);
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://localhost:${(server.address() as AddressInfo).port}`, close };
}

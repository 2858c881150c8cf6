import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { sendDelivery } from '@app-platform/registry/send-delivery';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPrivateAuthority } from './private-authority.ts';

let folder: string;
let server: Server;
let port: number;
let authority: string;
const names: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-webhooks-'));
  const files = await createPrivateAuthority(folder);
  authority = await readFile(files.authority, 'utf8');
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  server = createServer({ cert, key }, (_request, response) => response.writeHead(204).end());
  server.on('secureConnection', ({ servername }) => names.push(servername));
  server.listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** In development mode, which admits loopback addresses; certificates are verified all the same. */
const send = (host: string) =>
  sendDelivery(
    { url: `https://${host}:${port}/`, payload: '{}', headers: {} },
    { resolve: async () => [], allowsLoopback: true, timeoutMilliseconds: 5_000 },
    new AbortController().signal,
  );

it('deliveries reach receivers whose certificate is of a known authority and of their name alone', async () => {
  await expect(send('localhost')).rejects.toThrow('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  expect(await send('localhost')).toMatchObject({ status: 204 });
  await expect(send('127.0.0.1')).rejects.toThrow('ERR_TLS_CERT_ALTNAME_INVALID');
  expect(names).toContain('localhost');
});

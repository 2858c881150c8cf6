import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { createRegistryClient } from './clients.ts';
import { PlatformError, unwrap } from './platform-error.ts';

async function failureAt(baseUrl: string, options: { signal?: AbortSignal } = {}) {
  const client = createRegistryClient({ baseUrl, credential: 'a-key', attempts: 1 });
  return unwrap(client.GET('/v1/me', options)).catch((error: unknown) => error);
}

it('a refused connection is a PlatformError with its cause', async () => {
  const failure = await failureAt('http://127.0.0.1:1');
  expect(failure).toBeInstanceOf(PlatformError);
  expect(failure).toMatchObject({ status: 0, errors: [], cause: expect.any(TypeError) });
  expect(String(failure)).toMatch(/There is no answer: .*(ECONNREFUSED|bad port)/);
});

it('so is an answer that ends early', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
    response.write('{"data":', () => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const failure = await failureAt(`http://127.0.0.1:${port}`);
  server.close();
  expect(failure).toMatchObject({ name: 'PlatformError', status: 0, cause: expect.any(TypeError) });
});

it('an abort of the caller stays what it is', async () => {
  const reason = new Error('The caller has no more time.');
  expect(await failureAt('http://127.0.0.1:1', { signal: AbortSignal.abort(reason) })).toBe(reason);
});

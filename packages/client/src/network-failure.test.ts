import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createRegistryClient } from './clients.ts';
import { PlatformError, unwrap } from './platform-error.ts';

async function failureAt(baseUrl: string, options: { signal?: AbortSignal } = {}) {
  const client = createRegistryClient({ baseUrl, credential: 'a-key', attempts: 1 });
  return unwrap(client.GET('/v1/me', options)).catch((error: unknown) => error);
}

/** @param attempts begun, of which each throws what `send` throws */
async function failureOf(send: () => never, attempts: unknown[] = []) {
  const client = createRegistryClient({
    baseUrl: 'http://127.0.0.1:1',
    credential: 'a-key',
    fetch: async () => {
      attempts.push(null);
      return send();
    },
  });
  return unwrap(client.GET('/v1/me')).catch((error: unknown) => error);
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

it.each([
  'Failed to fetch',
  'Failed to fetch (registry.example.com)',
  'NetworkError when attempting to fetch resource.',
])('a failure of the network in a browser is a PlatformError: %s', async (message) => {
  const cause = new TypeError(message);
  const failure = await failureOf(() => {
    throw cause;
  });
  expect(failure).toMatchObject({ name: 'PlatformError', status: 0, cause });
});

describe('a mistake in a program stays what it is, and is not tried again', () => {
  it("in the caller's own fetch", async () => {
    const attempts: unknown[] = [];
    const mistake = new TypeError('one.two is not a function');
    const failure = await failureOf(() => {
      throw mistake;
    }, attempts);
    expect(failure).toBe(mistake);
    expect(attempts).toHaveLength(1);
  });

  it('in an argument of fetch, which has a cause as a failure of the network has', async () => {
    const mistake = await fetch('no address').catch((error: unknown) => error);
    expect(mistake).toMatchObject({ name: 'TypeError', cause: expect.any(TypeError) });
    const failure = await failureOf(() => {
      throw mistake;
    });
    expect(failure).toBe(mistake);
  });

  it('in an argument of a call', async () => {
    const client = createRegistryClient({ baseUrl: 'http://127.0.0.1:1', credential: 'a-key' });
    const call = client.GET('/v1/me', { headers: { 'not a name': 'value' } });
    const failure = await unwrap(call).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure).not.toBeInstanceOf(PlatformError);
  });
});

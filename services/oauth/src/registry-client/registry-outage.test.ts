import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger, InternalCalls, KeyEncryption, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OauthDatabase } from '../database/database.ts';
import { createOauthService } from '../server.ts';
import { MemoryStore } from '../storage/ephemeral-store.ts';
import { RegistryClient } from './registry-client.ts';

const TIMEOUT_MILLISECONDS = 300;
/** Two attempts, a pause, and what the machine needs: far below any client's patience. */
const BOUND_MILLISECONDS = 5_000;

/** What stands where the registry should be. */
let misbehave: RequestListener = (_request, response) => response.end();
let registry: Server;
let oauth: Server;
let database: OauthDatabase;
let client: RegistryClient;

async function serve(listener: RequestListener): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  registry = await serve((request, response) => misbehave(request, response));
  const telemetry = await openTelemetry('oauth');
  database = new OauthDatabase(await openTestDatabase('oauth'));
  client = new RegistryClient({
    baseUrl: addressOf(registry),
    serviceToken: tokens.serviceToken,
    calls: new InternalCalls(telemetry),
    timeoutMilliseconds: TIMEOUT_MILLISECONDS,
  });
  const clock = () => new Date();
  const { publicApp } = await createOauthService({
    issuer: 'http://127.0.0.1',
    audience: 'http://127.0.0.1:4000',
    database,
    ephemeral: new MemoryStore(clock),
    registry: client,
    keyEncryption: new KeyEncryption(randomBytes(32).toString('base64url')),
    tokens,
    graceSeconds: 10,
    clock,
    logger: createLogger('oauth', 'silent'),
    telemetry,
  });
  oauth = await serve(publicApp);
});
afterAll(async () => {
  registry.closeAllConnections();
  registry.close();
  oauth.close();
  await client.close();
  await database.close();
});

async function refresh() {
  const startedAt = performance.now();
  const response = await fetch(`${addressOf(oauth)}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&refresh_token=x&client_id=abc&client_secret=def',
  });
  const body = (await response.json()) as Record<string, unknown>;
  const tookMilliseconds = performance.now() - startedAt;
  return { status: response.status, body, headers: response.headers, tookMilliseconds };
}

const json = (status: number, body: string): RequestListener => {
  return (_request, response) => response.writeHead(status).end(body);
};

describe('while the registry fails, a token request is answered 503 temporarily_unavailable in time', () => {
  it.each<[string, RequestListener]>([
    ['hangs', () => undefined],
    ['answers 500', json(500, '{}')],
    ['answers 401', json(401, '{"errors":[]}')],
    ['answers rubbish', json(200, '<html>')],
    ['answers null', json(200, 'null')],
    ['answers another client', json(200, '{"clientId":"other"}')],
    ['cuts the connection', (request) => request.socket.destroy()],
    ['stops in the middle', (_request, response) => response.writeHead(200).write('{"cli')],
  ])('when it %s', async (_name, listener) => {
    misbehave = listener;
    const { status, body, headers, tookMilliseconds } = await refresh();
    expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
    expect(headers.get('retry-after')).toBe('5');
    expect(JSON.stringify(body)).not.toContain('registry');
    expect(tookMilliseconds).toBeLessThan(BOUND_MILLISECONDS);
  });

  it('likewise at authorize, as a page', async () => {
    misbehave = json(500, '{}');
    const query = 'client_id=abc&redirect_uri=https://a.example&response_type=code&scope=org';
    const response = await fetch(`${addressOf(oauth)}/oauth/authorize?${query}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.text()).toContain('temporarily_unavailable');
  });

  it('but invalid_client for a client that the registry does not know', async () => {
    misbehave = json(404, '{"errors":[]}');
    const { status, body } = await refresh();
    expect([status, body.error]).toEqual([400, 'invalid_client']);
  });
});

describe('the registry is answering for /status', () => {
  it.each<[string, RequestListener]>([
    ['an error of its own', json(503, '{"errors":[]}')],
    ['no response', (request) => request.socket.destroy()],
  ])('until a call gets %s, and again when it is ready', async (_what, listener) => {
    misbehave = json(404, '{"errors":[]}');
    await client.findClient('abc');
    expect(await client.isAnswering()).toBe(true);
    misbehave = listener;
    await expect(client.findClient('abc')).rejects.toThrow('temporarily_unavailable');
    misbehave = json(503, '');
    expect(await client.isAnswering()).toBe(false);
    misbehave = json(200, '');
    expect(await client.isAnswering()).toBe(true);
  });
});

describe('a token request check', () => {
  const check = { clientId: 'abc', secret: 'def', organizationId: '0'.repeat(24) };
  const verdict = { clientId: 'abc', secretValid: true, installedSince: null };

  it.each<[string, object]>([
    ['fewer answers', { verdicts: [verdict] }],
    ['more answers', { verdicts: [verdict, verdict, verdict] }],
    ['those of another client', { verdicts: [verdict, { ...verdict, clientId: 'other' }] }],
    ['none', {}],
  ])('fails if the registry answers with %s', async (_name, body) => {
    misbehave = json(200, JSON.stringify(body));
    const both = [client.checkTokenRequest(check), client.checkTokenRequest(check)];
    for (const one of await Promise.allSettled(both)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { statusCode: 503 } });
    }
  });

  it('is answered beside others with large answers, but for one that is too large by itself', async () => {
    const roles = Array<string>(1_000).fill(`org.${'a'.repeat(40)}`);
    const verdictOf = (clientId: string) => {
      const declared = clientId === 'huge' ? Array(30).fill(roles).flat() : roles;
      return { ...verdict, clientId, ceilings: { declared, allowed: null } };
    };
    misbehave = async (request, response) => {
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString());
      const answers = (asked.checks ?? asked.clients).map((one: typeof check) =>
        verdictOf(one.clientId),
      );
      response.end(JSON.stringify({ [asked.checks ? 'verdicts' : 'clients']: answers }));
    };
    const clientIds = Array.from({ length: 50 }, (_, index) => `client-${index}`);
    const asked = [...clientIds.slice(0, 49), 'huge'].map((clientId) => ({ ...check, clientId }));
    for (const ask of ['checkTokenRequest', 'findTokenRequestClient'] as const) {
      const outcomes = await Promise.allSettled(asked.map((one) => client[ask](one)));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([
        { status: 'rejected', reason: expect.objectContaining({ statusCode: 503 }) },
      ]);
      expect(outcomes[48]).toEqual({ status: 'fulfilled', value: verdictOf('client-48') });
    }
    expect(await client.isAnswering()).toBe(true);
  });

  it('is not sent for a client id or secret that cannot exist', async () => {
    misbehave = (request) => request.socket.destroy();
    await expect(client.checkTokenRequest({ ...check, clientId: 'a b' })).resolves.toBeUndefined();
    await expect(client.checkTokenRequest({ ...check, secret: '\n' })).resolves.toBeUndefined();
  });
});

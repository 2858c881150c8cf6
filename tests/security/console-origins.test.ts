import { postJson } from '@app-platform/testing/http/api-caller';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const ORIGIN = 'https://console.example.com';
const FOREIGN = [
  'https://evil.example',
  'https://console.example.com.evil.example',
  'https://console.example.com:8443',
  'http://console.example.com',
  'https://app.example.com',
  'null',
];

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris });
  app = await newExternalApp(platform);
});
afterAll(() => platform.close());

function send(path: string, origin: string, sent: RequestInit = {}) {
  const headers = { authorization: `Bearer ${app.apiKey}`, ...sent.headers, origin };
  return fetch(`${platform.oauthUrl}${path}`, { ...sent, headers });
}

const preflight = (path: string, origin: string, method: string) =>
  send(path, origin, {
    method: 'OPTIONS',
    headers: { authorization: '', 'access-control-request-method': method },
  });

/** The cross-origin headers of an answer. */
function corsHeaders({ headers }: Response): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
}

const readable = {
  'access-control-allow-origin': ORIGIN,
  'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
};

const firstPartyRedirectUris = {
  console: [`${ORIGIN}/console/callback`, 'com.example.console:/callback'],
  cli: ['http://127.0.0.1/callback'],
};

const refusals: [string, number, string, RequestInit][] = [
  ['without a credential', 401, '/v1/users', { headers: { authorization: '' } }],
  ['with an unknown parameter', 400, '/v1/users?unknown=1', {}],
  ['with a malformed body', 400, '/v1/users', { method: 'POST', body: '{' }],
  ['with a malformed path', 400, '/v1/grants/%ff', { method: 'DELETE' }],
  ['of something that does not exist', 404, `/v1/users/${crypto.randomUUID()}`, {}],
  ['with a method that is not supported', 405, '/v1/users', { method: 'PUT' }],
];

describe('the administration API, for an origin of the console', () => {
  it.each(['/v1/users', '/v1/grants', '/v1/consent-requests', '/v1/organization'])(
    'answers %s',
    async (path) => {
      const answer = await send(path, ORIGIN);
      expect([answer.status, corsHeaders(answer)]).toEqual([200, readable]);
      expect(answer.headers.get('vary')).toContain('Origin');
    },
  );

  it('lets it read which role is missing', async () => {
    const path = `/internal/organizations/${app.organizationId}/api-keys`;
    const { key } = await postJson(platform.registryInternalUrl + path, platform.operatorToken, {
      roles: ['org.permission.customer'],
    });
    const headers = { authorization: `Bearer ${key}` };
    const answer = await send('/v1/users', ORIGIN, { headers });
    expect([answer.status, corsHeaders(answer)]).toEqual([403, readable]);
  });

  it.each(refusals)('lets it read why a request %s is refused', async (_case, status, ...sent) => {
    const [path, request] = sent;
    const headers = { 'content-type': 'application/json', ...request.headers };
    const answer = await send(path, ORIGIN, { ...request, headers });
    expect([answer.status, corsHeaders(answer)]).toEqual([status, readable]);
  });

  it.each([
    ['/v1/users', 'POST'],
    [`/v1/users/${crypto.randomUUID()}`, 'PATCH'],
    ['/v1/grants', 'DELETE'],
    ['/v1/organization', 'PATCH'],
  ])('answers a preflight request of %s for %s', async (path, method) => {
    const answer = await preflight(path, ORIGIN, method);
    expect([answer.status, corsHeaders(answer)]).toEqual([
      204,
      {
        ...readable,
        'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, traceparent',
        'access-control-max-age': '3600',
      },
    ]);
  });
});

it('the console can read that it asks too often', async () => {
  const limited = await startPlatform({
    firstPartyRedirectUris,
    rates: { requests: 1, refusals: 1 },
  });
  const ask = () => fetch(`${limited.oauthUrl}/v1/users`, { headers: { origin: ORIGIN } });
  expect((await ask()).status).toBe(401);
  const answer = await ask();
  await limited.close();
  expect([answer.status, corsHeaders(answer)]).toEqual([429, readable]);
  expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
});

describe('the administration API, for other origins', () => {
  it.each(FOREIGN)('sends no header to %s', async (origin) => {
    const answers = [
      await send('/v1/users', origin),
      await send('/v1/users', origin, { headers: { authorization: '' } }),
      await preflight('/v1/users', origin, 'POST'),
    ];
    expect(answers.map(corsHeaders)).toEqual([{}, {}, {}]);
    expect(answers.map(({ headers }) => headers.get('vary')?.includes('Origin'))).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('sends no header to the address of the command line', async () => {
    expect(corsHeaders(await send('/v1/users', 'http://127.0.0.1'))).toEqual({});
  });
});

it.each(['/sign-in', '/account/apps', '/oauth/authorize', '/docs'])(
  'pages allow no origin: %s',
  async (path) => {
    expect(corsHeaders(await send(path, ORIGIN))).toEqual({});
  },
);

it('the registry allows no origin', async () => {
  const headers = { authorization: `Bearer ${app.apiKey}`, origin: ORIGIN };
  const answer = await fetch(`${platform.baseUrl}/v1/me`, { headers });
  expect([answer.status, corsHeaders(answer)]).toEqual([200, {}]);
});

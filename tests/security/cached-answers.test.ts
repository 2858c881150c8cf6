import { tokens } from '@app-platform/testing/credentials';
import { postJson } from '@app-platform/testing/http/api-caller';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { addressOf, type DeclaredRoute, everyRoute } from './every-route.ts';

const { serviceToken } = tokens;

/** Answers that everybody may keep, because they are the same for everybody. */
const PUBLIC_ANSWERS: Record<string, string> = { readAppIcon: 'public, max-age=300' };

let platform: Platform;
let apiKey: string;
let organizationId: string;

beforeAll(async () => {
  platform = await startPlatform();
  const { registryInternalUrl, operatorToken, baseUrl } = platform;
  const organizations = `${registryInternalUrl}/internal/organizations`;
  ({ id: organizationId } = await postJson(organizations, operatorToken, { name: 'Acme' }));
  const roles = ['org', 'org.admin', 'org.permission'];
  const keys = `${organizations}/${organizationId}/api-keys`;
  ({ key: apiKey } = await postJson(keys, operatorToken, { roles }));
  const iconUrl = 'data:image/png;base64,iVBORw0KGgo=';
  const app = { app: 'cached', version: '0.0.1', title: 'Cached', iconUrl };
  await postJson(`${baseUrl}/v1/apps/available`, apiKey, app);
});
afterAll(() => platform.close());

function credentialOf({ table, isOperators }: DeclaredRoute): string {
  if (!table.endsWith('internal')) return apiKey;
  return isOperators ? platform.operatorToken : serviceToken;
}

async function send(
  { table, method, path }: DeclaredRoute,
  { credential, body, name = '1' }: { credential?: string; body?: string; name?: string },
): Promise<Response> {
  const filled = path
    .replace('{organizationId}', organizationId)
    .replace('{klass}', 'customer')
    .replaceAll(/\{(app|name|appVersion)\}/g, name)
    .replaceAll(/\{\w+\}/g, '1');
  return fetch(addressOf(platform, table) + filled, {
    method: method.toUpperCase(),
    headers: {
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  });
}

/** What an answer says about caches. @returns a line for each route that says something else */
async function faults(
  request: Parameters<typeof send>[1] | ((route: DeclaredRoute) => Parameters<typeof send>[1]),
): Promise<string[]> {
  const found: string[] = [];
  for (const route of everyRoute) {
    const answer = await send(route, typeof request === 'function' ? request(route) : request);
    // A stream does not end.
    await answer.body?.cancel();
    const { ok, status, headers } = answer;
    const ofPrepared = route.isPrepared ? 'private, no-cache' : 'no-store';
    const expected = ok ? (PUBLIC_ANSWERS[route.operationId] ?? ofPrepared) : 'no-store';
    const cacheControl = headers.get('cache-control');
    if (cacheControl !== expected || headers.has('content-encoding')) {
      found.push(`${route.table} ${route.operationId}: ${status} ${cacheControl}`);
    }
  }
  return found;
}

const isOfRead = ({ method }: DeclaredRoute) => method === 'get';

describe('attack: somebody reads answers out of a cache', () => {
  it('no-store for every operation without a credential', async () => {
    expect(everyRoute.length).toBeGreaterThan(90);
    expect(await faults({})).toEqual([]);
  });

  it('no-store for every operation that refuses what is sent', async () => {
    expect(await faults((route) => ({ credential: credentialOf(route) }))).toEqual([]);
    const body = '{ "unfinished": ';
    const withBody = (route: DeclaredRoute) =>
      isOfRead(route)
        ? { credential: credentialOf(route) }
        : { credential: credentialOf(route), body };
    expect(await faults(withBody)).toEqual([]);
  });

  it('no-store for every operation of an app that exists, but lists that are cached on purpose', async () => {
    const read = (route: DeclaredRoute) =>
      isOfRead(route) ? { credential: credentialOf(route), name: 'cached' } : {};
    expect(await faults(read)).toEqual([]);
    const prepared = everyRoute.filter(({ isPrepared }) => isPrepared);
    expect(prepared.map(({ operationId }) => operationId).sort()).toEqual([
      'listApps',
      'listAttributes',
      'listAttributesOfKlass',
      'listInstalledApps',
      'readApp',
    ]);
  });

  it('no-store for new keys, secrets, webhooks and links to set a password', async () => {
    const webhook = { url: 'http://127.0.0.1:9/', events: ['app.installed'] };
    const user = { email: 'new@example.com', roles: [] };
    const secretOf = async (path: string, body: object, address = platform.baseUrl) => {
      const answer = await fetch(address + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
        path,
        expect.any(Number),
        'no-store',
      ]);
      expect(answer.ok).toBe(true);
      return (await answer.json()) as { data: { id: string } };
    };
    await secretOf('/v1/api-keys', { roles: ['org.admin.apps'] });
    await secretOf('/v1/apps/available/cached/secret', {});
    const { data } = await secretOf('/v1/webhooks', webhook);
    await secretOf(`/v1/webhooks/${data.id}/secret`, {});
    const made = await secretOf('/v1/users', user, platform.oauthUrl);
    await secretOf(`/v1/users/${made.data.id}/reset-link`, {}, platform.oauthUrl);
  });

  it('no compression of answers: their length would tell a secret beside text of a caller', async () => {
    const roles = Array.from({ length: 60 }, (_, index) => `org.admin.apps.part_${index}`);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ roles });
    const url = `${platform.baseUrl}/v1/api-keys`;
    // As every `fetch` of Node.js, these accept gzip and Brotli.
    const created = await fetch(url, { method: 'POST', headers, body });
    expect((await created.text()).length).toBeGreaterThan(1_500);
    expect([created.status, created.headers.get('content-encoding')]).toEqual([201, null]);
    const listed = await fetch(url, { headers });
    expect([listed.status, listed.headers.get('content-encoding')]).toEqual([200, null]);
  });

  it.each([
    ['registry', '/v1/nothing'],
    ['registry', '/%ff'],
    ['registry internal', '/readyz'],
    ['registry internal', '/metrics'],
    ['oauth', '/oauth/authorize'],
    ['oauth', '/oauth/token'],
    ['oauth', '/account/apps'],
    ['oauth', '/.well-known/oauth-authorization-server'],
    ['oauth', '/nothing'],
    ['oauth internal', '/readyz'],
    ['oauth internal', '/nothing'],
  ] as const)('no-store outside the route tables: %s %s', async (table, path) => {
    const answer = await fetch(addressOf(platform, table) + path, { redirect: 'manual' });
    expect(answer.headers.get('cache-control')).toContain('no-store');
  });
});

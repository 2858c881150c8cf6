import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startRegistryWithTokens } from '../../testing/token-issuer.ts';

const API = 'https://api.example.com';
const METADATA = `${API}/.well-known/oauth-protected-resource`;

let started: Awaited<ReturnType<typeof startRegistryWithTokens>>;
beforeAll(async () => {
  started = await startRegistryWithTokens();
});
afterAll(() => started.registry.close());

const send = (method: 'get' | 'post' | 'options', path: string) =>
  request(started.replica.publicApp)[method](path);

async function tokenOfConsole(scope: string, audience: string | string[] = API) {
  const { organizationId } = await started.registry.newCaller();
  return started.oauth.issue({ clientId: 'console', organizationId, scope, forged: { audience } });
}

describe('the metadata of a protected resource (RFC 9728)', () => {
  it.each([
    ['', API, ['org.admin.apps', 'org.permission.apps', 'org.admin.users']],
    ['/mcp', `${API}/mcp`, ['org.admin.apps', 'org.permission.apps']],
  ])('at …%s', async (suffix, resource, scopes) => {
    const path = `/.well-known/oauth-protected-resource${suffix}`;
    const { body, headers } = await send('get', path).expect(200);
    expect(body).toMatchObject({
      resource,
      authorization_servers: ['https://oauth.example.com'],
      bearer_methods_supported: ['header'],
    });
    expect(body.scopes_supported).toEqual(expect.arrayContaining(scopes));
    expect(body.scopes_supported).not.toContain('offline_access');
    expect(headers['access-control-allow-origin']).toBe('*');
    const preflight = await send('options', path).expect(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    });
  });
});

it('without the MCP server there are neither its metadata nor its path', async () => {
  const without = await started.oauth.replicaOf(started.registry, undefined, { hasMcp: false });
  const status = async (method: 'get' | 'post', path: string) =>
    (await request(without.publicApp)[method](path)).status;
  const path = '/.well-known/oauth-protected-resource';
  expect([await status('get', path), await status('get', `${path}/mcp`)]).toEqual([200, 404]);
  expect(await status('post', '/mcp')).toBe(404);
  await without.stop();
});

describe('a challenge', () => {
  const challengeAt = async (path: string, token?: string) => {
    const sent = send(path.endsWith('/secret') ? 'post' : 'get', path);
    const answer = await (token ? sent.auth(token, { type: 'bearer' }) : sent);
    return [answer.status, answer.headers['www-authenticate']];
  };

  it('401: names the metadata and the scopes, and an error where a token was sent', async () => {
    const reading = `Bearer resource_metadata="${METADATA}", scope="org.permission.apps"`;
    expect(await challengeAt('/v1/apps/available')).toEqual([401, reading]);
    expect(await challengeAt('/v1/me')).toEqual([401, reading]);
    const refused = `${reading}, error="invalid_token"`;
    expect(await challengeAt('/v1/apps/available', 'rubbish')).toEqual([401, refused]);
    const secret = `Bearer resource_metadata="${METADATA}", scope="org.admin.apps org.permission.apps"`;
    expect(await challengeAt('/v1/apps/available/none/secret')).toEqual([401, secret]);
  });

  it('403: names all scopes of the operation', async () => {
    const token = await tokenOfConsole('org.admin.apps');
    const scopes = 'scope="org.admin.apps org.permission.apps"';
    const challenge = `Bearer error="insufficient_scope", ${scopes}, resource_metadata="${METADATA}"`;
    expect(await challengeAt('/v1/apps/available/none/secret', token)).toEqual([403, challenge]);
  });
});

describe('a token for another resource', () => {
  it.each([[`${API}/mcp`], [[API, `${API}/mcp`]], ['https://other.example.com']])(
    'is refused by the API: %s',
    async (audience) => {
      const token = await tokenOfConsole('org.permission.apps', audience);
      await send('get', '/v1/me').auth(token, { type: 'bearer' }).expect(401);
    },
  );
});

import type { Registry } from '@app-platform/registry/server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  uniqueName,
} from '../../services/registry/testing/start-registry.ts';
import {
  type IssuedClaims,
  startRegistryWithTokens,
  type TokenIssuer,
} from '../../services/registry/testing/token-issuer.ts';

let registry: RunningRegistry;
let acme: Caller;
let oauth: TokenIssuer;
let replica: Registry;

beforeAll(async () => {
  ({ registry, oauth, replica } = await startRegistryWithTokens());
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

const secondsAgo = (seconds: number) => new Date(registry.now.value.getTime() - seconds * 1000);

async function call(
  claims: Partial<IssuedClaims>,
  path = '/v1/me',
  method: 'get' | 'post' = 'get',
) {
  const { organizationId } = acme;
  const token = await oauth.issue({ clientId: 'console', organizationId, ...claims });
  const asked = request(replica.publicApp)[method](path).auth(token, { type: 'bearer' });
  return method === 'post' ? asked.send({ roles: ['org.admin.apps'] }) : asked;
}

/** An installed app, and the claims of its tokens. */
async function installedApp(): Promise<Partial<IssuedClaims>> {
  const app = uniqueName('administering');
  const { clientId } = await acme.register({ app });
  const { body } = await acme.post('/v1/apps/installed', { app }).expect(201);
  return { clientId: String(clientId), installedAt: body.data.attributes.installedAt };
}

describe('attack: an app or an old session administers API keys', () => {
  it.each(['get', 'post'] as const)('403 for the access token of an app: %s', async (method) => {
    const app = await installedApp();
    const claims = { ...app, scope: 'org.admin', authenticatedAt: secondsAgo(0) };
    expect((await call(claims)).status).toBe(200);
    const { status, body } = await call(claims, '/v1/api-keys', method);
    expect([status, body.errors[0].code]).toEqual([403, 'forbidden']);
    expect(body.errors[0].detail).toMatch(/Use an API key, or sign in to the console/);
  });

  it.each([
    ['a sign-in of 601 seconds ago', 601],
    ['an unknown time of sign-in', undefined],
  ])('401 for a first-party client after %s', async (_what, age) => {
    const authenticatedAt = age === undefined ? {} : { authenticatedAt: secondsAgo(age) };
    const claims = { scope: 'org.admin', ...authenticatedAt };
    for (const method of ['get', 'post'] as const) {
      const { status, headers, body } = await call(claims, '/v1/api-keys', method);
      expect([status, body.errors[0].code]).toEqual([401, 'insufficient_user_authentication']);
      expect(headers['www-authenticate']).toMatch(
        /^Bearer resource_metadata=.*, error="insufficient_user_authentication", max_age="600"$/,
      );
    }
    expect((await call(claims)).status).toBe(200);
  });

  it('200 for console and cli within 600 seconds, and 201 for a new key', async () => {
    registry.now.value = new Date(Math.floor(registry.now.value.getTime() / 1000) * 1000);
    for (const clientId of ['console', 'cli']) {
      const claims = { clientId, scope: 'org.admin', authenticatedAt: secondsAgo(600) };
      expect((await call(claims, '/v1/api-keys')).status).toBe(200);
      const { status, body } = await call(claims, '/v1/api-keys', 'post');
      expect([status, body.data?.type]).toEqual([201, 'api_key']);
    }
  });

  it('403 for a role that the token of a first-party client does not hold', async () => {
    const claims = { scope: 'org.admin.apps', authenticatedAt: secondsAgo(0) };
    expect((await call(claims, '/v1/api-keys')).status).toBe(403);
  });
});

describe('an access token without an installation', () => {
  it('is accepted of a first-party client, with the roles of its scope', async () => {
    const { status, body } = await call({ scope: 'org.admin.apps offline_access' });
    expect([status, body.data.attributes]).toEqual([
      200,
      expect.objectContaining({
        clientId: 'console',
        organizationId: acme.organizationId,
        organizationName: 'Acme',
        roles: ['org.admin.apps'],
      }),
    ]);
  });

  it('is refused of an app, and in an organization that does not exist', async () => {
    const { clientId = '' } = await installedApp();
    expect((await call({ clientId })).status).toBe(401);
    expect((await call({ clientId: 'Console' })).status).toBe(401);
    expect((await call({ organizationId: 'f'.repeat(24) })).status).toBe(401);
  });
});

describe('attack: an app takes the name of a first-party client', () => {
  it.each(['console', 'cli', 'Console', 'c0nsole', 'c_l_i', 'c1i'])('409 for %s', async (app) => {
    const definition = { app, version: '0.0.1', title: 'An app' };
    const { body } = await acme.post('/v1/apps/available', definition).expect(409);
    expect(body.errors[0]).toMatchObject({
      code: 'reserved_name',
      source: { parameter: 'app' },
    });
  });

  it('201 for a private app, whose name ends in the id of its organization', async () => {
    await acme.register({ app: 'console', visibility: 'private' });
  });
});

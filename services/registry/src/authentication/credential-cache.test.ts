import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';
import { TokenIssuer } from '../../testing/token-issuer.ts';
import type { Registry } from '../server.ts';

const PROMISED_MILLISECONDS = 2_000;

let registry: RunningRegistry;
let acme: Caller;
let oauth: TokenIssuer;
/** Two replicas on one database. */
let here: Registry;
let there: Registry;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
  oauth = await TokenIssuer.start(registry);
  here = await oauth.replicaOf(registry);
  there = await oauth.replicaOf(registry);
});
afterAll(async () => {
  await Promise.all([here.stop(), there.stop()]);
  oauth.stop();
  await registry.close();
});

const issueToken = (clientId: string, installedAt: string) =>
  oauth.issue({ clientId, organizationId: acme.organizationId, installedAt });

/** An app that is installed, and a token for it that both replicas accept. */
async function installedApp() {
  const app = uniqueName('remembered');
  const { clientId } = await acme.register({ app });
  const { body } = await acme.post('/v1/apps/installed', { app }).expect(201);
  const token = await issueToken(String(clientId), body.data.attributes.installedAt);
  for (const at of [here, there]) expect(await status(at, token)).toBe(200);
  return { app, clientId: String(clientId), token };
}

async function status(at: Registry, credential: string, path = '/v1/me'): Promise<number> {
  return (await request(at.publicApp).get(path).auth(credential, { type: 'bearer' })).status;
}

/** Whether it becomes true as soon as it is promised. */
async function soon(isSo: () => Promise<boolean>): Promise<boolean> {
  const deadline = performance.now() + PROMISED_MILLISECONDS;
  while (performance.now() < deadline) if (await isSo()) return true;
  return false;
}

describe('a cached API key', () => {
  it('is refused at once where it was revoked, and soon at another replica', async () => {
    const { apiKey } = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    for (const at of [here, there]) expect(await status(at, apiKey)).toBe(200);
    const me = await request(here.publicApp).get('/v1/me').auth(apiKey, { type: 'bearer' });
    const path = `/v1/api-keys/${me.body.data.id}`;
    await request(here.publicApp).delete(path).auth(acme.apiKey, { type: 'bearer' }).expect(204);
    expect(await status(here, apiKey)).toBe(401);
    expect(await soon(async () => (await status(there, apiKey)) === 401)).toBe(true);
  });

  it('is refused at once by each of many requests that come while it is revoked', async () => {
    const { apiKey } = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    const me = await request(here.publicApp).get('/v1/me').auth(apiKey, { type: 'bearer' });
    const path = `/v1/api-keys/${me.body.data.id}`;
    let isRevoked = false;
    const asking = Array.from({ length: 8 }, async () => {
      const answers: number[] = [];
      for (let count = 0; count < 20; count += 1) {
        const mustBeRefused = isRevoked;
        const answer = await status(here, apiKey);
        if (mustBeRefused) answers.push(answer);
      }
      return answers;
    });
    await request(here.publicApp).delete(path).auth(acme.apiKey, { type: 'bearer' }).expect(204);
    isRevoked = true;
    const answers = [...(await Promise.all(asking)).flat(), await status(here, apiKey)];
    expect(new Set(answers)).toEqual(new Set([401]));
  });
});

describe('a bearer credential with a dot that is no access token', () => {
  it.each(['.', 'x.y', '..', 'x..y', 'x.y.z', 'x.y.z.', 'x.y.z.a.b'])(
    'is refused: %s',
    async (token) => {
      const answer = await request(here.publicApp).get('/v1/me').auth(token, { type: 'bearer' });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([
        401,
        expect.stringContaining('invalid_token'),
      ]);
      expect(answer.body.errors[0].detail).toContain('The access token');
    },
  );
});

describe('a cached access token', () => {
  it('is refused at once where its app was uninstalled, and soon at another replica', async () => {
    const { app, token } = await installedApp();
    const path = `/v1/apps/installed/${app}`;
    await request(here.publicApp).delete(path).auth(acme.apiKey, { type: 'bearer' }).expect(204);
    expect(await status(here, token)).toBe(401);
    expect(await soon(async () => (await status(there, token)) === 401)).toBe(true);
  });

  it('is refused soon everywhere where its app was blocked, for ever', async () => {
    const { app, token } = await installedApp();
    const path = `/internal/apps/${app}/block`;
    await registry.internal('operator', 'put', path, { reason: 'Malware.' }).expect(200);
    for (const at of [here, there]) {
      expect(await soon(async () => (await status(at, token)) === 401)).toBe(true);
    }
    await registry.internal('operator', 'delete', path).expect(200);
    for (const at of [here, there]) expect(await status(at, token)).toBe(401);
  });

  it('is refused soon everywhere where the organization of the developer is deleted', async () => {
    const developer = await registry.newCaller();
    const app = uniqueName('left');
    const { clientId } = await developer.register({ app });
    const { body } = await acme.post('/v1/apps/installed', { app }).expect(201);
    const token = await issueToken(String(clientId), body.data.attributes.installedAt);
    for (const at of [here, there]) expect(await status(at, token)).toBe(200);
    const path = `/internal/organizations/${developer.organizationId}`;
    const reason = 'They left.';
    await registry.internal('operator', 'put', `${path}/suspension`, { reason }).expect(200);
    for (const at of [here, there]) {
      expect(await soon(async () => (await status(at, developer.apiKey)) === 403)).toBe(true);
      expect(await status(at, token)).toBe(200);
    }
    await registry.internal('operator', 'put', `${path}/deletion`).expect(200);
    for (const at of [here, there]) {
      expect(await soon(async () => (await status(at, token)) === 401)).toBe(true);
    }
  });

  it('does not keep the token of a new installation from being accepted anywhere', async () => {
    const { app, clientId, token } = await installedApp();
    const path = `/v1/apps/installed/${app}`;
    await request(here.publicApp).delete(path).auth(acme.apiKey, { type: 'bearer' }).expect(204);
    registry.now.value = new Date(registry.now.value.getTime() + 5);
    const { body } = await acme.post('/v1/apps/installed', { app }).expect(201);
    const next = await issueToken(clientId, body.data.attributes.installedAt);
    expect([await status(there, next), await status(here, next)]).toEqual([200, 200]);
    expect([await status(there, token), await status(here, token)]).toEqual([401, 401]);
  });

  it('is refused when it has expired', async () => {
    const { token } = await installedApp();
    const before = registry.now.value;
    registry.now.value = new Date(before.getTime() + 86_410_000);
    expect(await status(here, token)).toBe(401);
    registry.now.value = before;
    expect(await status(here, token)).toBe(200);
  });

  it('is refused soon after it was revoked', async () => {
    const { token } = await installedApp();
    const [, payload = ''] = token.split('.');
    const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const expiresAt = '2999-01-01T00:00:00.000Z';
    oauth.revocations.push({ id: '1', kind: 'token', value: jti, expiresAt });
    for (const at of [here, there]) {
      expect(await soon(async () => (await status(at, token)) === 401)).toBe(true);
    }
  });

  it('is refused soon after its signing key is published no more', async () => {
    const { app, clientId, token } = await installedApp();
    await oauth.replaceKey();
    for (const at of [here, there]) {
      expect(await soon(async () => (await status(at, token)) === 401)).toBe(true);
    }
    const { body } = await acme.get('/v1/apps/installed').expect(200);
    const installed = body.data.find((one: { id: string }) => one.id.startsWith(`${app}-`));
    const next = await issueToken(clientId, installed.attributes.installedAt);
    expect(await status(here, next)).toBe(200);
  });
});

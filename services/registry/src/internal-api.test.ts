import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

describe('the internal API', () => {
  it('401 without its token, and for an API key', async () => {
    const path = '/internal/clients/x';
    await request(registry.internalApp).get(path).expect(401);
    await request(registry.internalApp).get(path).auth(acme.apiKey, { type: 'bearer' }).expect(401);
  });

  it("403 for the other caller's operations", async () => {
    await registry.internal('operator', 'get', '/internal/clients/x').expect(403);
    await registry
      .internal('service', 'post', '/internal/organizations', { name: 'x' })
      .expect(403);
  });

  it('is not served on the public port', async () => {
    await acme.get('/internal/clients/x').expect(404);
    await acme.get('/readyz').expect(404);
  });

  it('200 for a client, with its installation status', async () => {
    const app = uniqueName('client');
    const redirectUris = ['https://app.example.com/callback'];
    const appDetails = { appDeveloper: { name: 'Acme Developers' } };
    const roles = ['org.permission.customer', 'org.permission.message'];
    const attributes = await acme.register({ app, redirectUris, appDetails, roles });
    const path = `/internal/clients/${attributes.clientId}?organizationId=${acme.organizationId}`;
    const before = await registry.internal('service', 'get', path).expect(200);
    expect(before.body).toEqual({
      clientId: attributes.clientId,
      app,
      title: 'An app',
      iconUrl: null,
      developer: 'Acme Developers',
      redirectUris,
      roles,
      organizationId: acme.organizationId,
      owner: { name: 'Acme', verified: false },
      visibility: 'public',
      hasSecret: false,
      installed: false,
      blockedReason: null,
      installedSince: null,
      limit: null,
      refusedByPolicy: false,
      ceilings: { declared: null, allowed: null },
      organizationName: 'Acme',
      suspendedReason: null,
    });
    await acme.install(app);
    await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
    const after = await registry.internal('service', 'get', path).expect(200);
    expect(after.body).toMatchObject({
      hasSecret: true,
      installed: true,
      installedSince: registry.now.value.toISOString(),
    });
  });

  it('404 for an unknown client; its secret is not valid', async () => {
    await registry.internal('service', 'get', '/internal/clients/unknown').expect(404);
    await registry
      .internal('service', 'post', '/internal/clients/unknown/secret-checks', { secret: 'x' })
      .expect(200, { valid: false });
  });

  it('200 with a verdict for each token request, in their order', async () => {
    const app = uniqueName('checked');
    const redirectUris = ['https://app.example.com/callback'];
    const { clientId } = await acme.register({ app, redirectUris });
    const generated = await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
    const { clientSecret: secret } = generated.body.data.attributes;
    const { organizationId } = acme;
    const other = '0'.repeat(24);
    const check = (checks: object[]) =>
      registry.internal('service', 'post', '/internal/token-request-checks', { checks });
    const right = { clientId, secret, organizationId };
    const ceilings = { declared: null, allowed: null };
    const nowhere = { installedSince: null, redirectUris: null, ceilings, limit: null };
    await check([right]).expect(200, { verdicts: [{ clientId, secretValid: true, ...nowhere }] });
    await acme.install(app);
    const installedSince = registry.now.value.toISOString();
    const installed = { installedSince, redirectUris, ceilings, limit: null };
    await check([
      { ...right, organizationId: other },
      { ...right, clientId: 'unknown' },
      { ...right, secret: 'wrong' },
      right,
    ]).expect(200, {
      verdicts: [
        { clientId, secretValid: true, ...nowhere },
        { clientId: 'unknown', secretValid: false, ...nowhere },
        { clientId, secretValid: false, ...installed },
        { clientId, secretValid: true, ...installed },
      ],
    });
    // Another version than the current one would cost a read of its definition.
    await acme.register({ app, version: '0.0.2', redirectUris: [] });
    await check([right]).expect(200, {
      verdicts: [{ clientId, secretValid: true, ...installed, redirectUris: null }],
    });
    await check([]).expect(400);
    await check(Array(51).fill(right)).expect(400);
    await check([{ clientId, secret }]).expect(400);
  });

  it("200 with the redirect URIs of an organization's version, or of all that are installed", async () => {
    const app = uniqueName('versions');
    const uri = (name: string) => `https://${name}.example.com/callback`;
    const { clientId } = await acme.register({ app, redirectUris: [uri('a'), uri('b')] });
    for (const [version, redirectUris] of [
      ['0.0.2', [uri('b'), uri('c')]],
      ['0.0.3', undefined],
      ['0.0.4', [uri('never')]],
    ]) {
      await acme.register({ app, version, redirectUris });
    }
    const redirectUrisFor = async (organizationId?: string) => {
      const query = organizationId ? `?organizationId=${organizationId}` : '';
      const path = `/internal/clients/${clientId}${query}`;
      const { body } = await registry.internal('service', 'get', path).expect(200);
      return body.redirectUris.sort();
    };
    // Without an installation the client is refused anyway.
    expect(await redirectUrisFor()).toEqual([uri('never')]);
    expect(await redirectUrisFor(acme.organizationId)).toEqual([uri('never')]);
    const other = await registry.newCaller();
    await acme.install(`${app}-0.0.1`);
    await other.install(`${app}-0.0.3`);
    expect(await redirectUrisFor(acme.organizationId)).toEqual([uri('a'), uri('b')]);
    expect(await redirectUrisFor(other.organizationId)).toEqual([uri('b'), uri('c')]);
    expect(await redirectUrisFor()).toEqual([uri('a'), uri('b'), uri('c')]);
    await other.post('/v1/apps/installed', { app }).expect(200);
    expect(await redirectUrisFor(other.organizationId)).toEqual([uri('never')]);
    expect(await redirectUrisFor()).toEqual([uri('a'), uri('b'), uri('never')]);
  });

  it('200 with as many redirect URIs as fit into an answer, of the latest versions first', async () => {
    const app = uniqueName('long');
    const long = (version: number) =>
      Array.from({ length: 100 }, (_, index) => {
        const address = `https://app.example.com/${version}/${index}/`;
        return address.padEnd(8_000, 'x');
      });
    const { clientId } = await acme.register({ app, redirectUris: long(1) });
    await acme.install(app);
    await acme.register({ app, version: '0.0.2', redirectUris: long(2) });
    const other = await registry.newCaller();
    await other.install(app);
    const answer = await registry.internal('service', 'get', `/internal/clients/${clientId}`);
    expect(answer.body.redirectUris).toHaveLength(100);
    expect(answer.body.redirectUris.sort()).toEqual(long(2).sort());
    expect(answer.text.length).toBeLessThan(1_000_000);
  });

  it('404 for an API key of an organization that does not exist', async () => {
    const path = `/internal/organizations/${'0'.repeat(24)}/api-keys`;
    await registry.internal('operator', 'post', path, { roles: ['org.admin'] }).expect(404);
  });

  it("200 adds and removes the operator's tags, 404 for an unknown app, 400 for others", async () => {
    const app = uniqueName('tagged');
    await acme.register({ app });
    const path = `/internal/apps/${app}/tags`;
    const change = (body: object) => registry.internal('operator', 'patch', path, body);
    await change({ add: ['featured', 'built-by-service'] }).expect(200);
    const { body } = await change({ add: ['featured'], remove: ['built-by-service'] }).expect(200);
    expect(body).toEqual({ name: app, tags: ['featured'] });
    await change({ add: ['ai'] }).expect(400);
    await registry.internal('operator', 'patch', '/internal/apps/nothing/tags', {}).expect(404);
  });

  it('200 verifies an organization and takes it back, with audit rows; 404 for an unknown one', async () => {
    const { organizationId: id } = await registry.newCaller();
    const change = (organization: string, body: object) =>
      registry.internal('operator', 'patch', `/internal/organizations/${organization}`, body);
    const verified = { id, name: 'Acme', verified: true };
    await change(id, { verified: true }).expect(200, verified);
    await change(id, { verified: false }).expect(200, { ...verified, verified: false });
    const trail = await registry.auditTrail(id);
    expect(trail.slice(-2)).toMatchObject([
      {
        action: 'organization.verified',
        subject: id,
        actorType: 'operator',
        before: { verified: false },
        after: { verified: true },
      },
      { action: 'organization.unverified', before: { verified: true }, after: { verified: false } },
    ]);
    await change('0'.repeat(24), { verified: true }).expect(404);
    await change(id, {}).expect(400);
    const path = `/internal/organizations/${id}`;
    await registry.internal('service', 'patch', path, { verified: true }).expect(403);
  });

  it('200 at /livez and /readyz without a token', async () => {
    await request(registry.internalApp).get('/livez').expect(200);
    await request(registry.internalApp).get('/readyz').expect(200);
  });
});

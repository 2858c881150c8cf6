import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';

const PATH = '/v1/api-keys';
let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

const bearer = (apiKey: string, path: string) =>
  registry.anonymous('get', path).auth(apiKey, { type: 'bearer' });

describe('/v1/me', () => {
  it('200 with the organization and the roles', async () => {
    const { body } = await acme.get('/v1/me').expect(200);
    expect(body.data).toMatchObject({
      type: 'api_key',
      attributes: {
        organizationId: acme.organizationId,
        organizationName: 'Acme',
        roles: ['org.admin', 'org.permission'],
      },
    });
  });
});

describe('API keys', () => {
  it('201 with the key, shown once; 204 revokes it at once', async () => {
    const roles = ['org.admin.apps'];
    const created = await acme.post(PATH, { name: 'deploy', roles }).expect(201);
    const { key, ...attributes } = created.body.data.attributes;
    expect(key).toMatch(/^apk_main_[\w-]{43}$/);
    expect(attributes.hint).toBe(key.slice(0, 'apk_main_1234'.length));
    const path = `${PATH}/${created.body.data.id}`;
    await bearer(key, '/v1/me').expect(200);
    const { body } = await acme.get(PATH).expect(200);
    const listed = body.data.find(({ id }: { id: string }) => id === created.body.data.id);
    expect(listed.attributes).toEqual(attributes);
    await acme.delete(path).expect(204);
    await bearer(key, '/v1/me').expect(401);
    await acme.delete(path).expect(204);
  });

  it('403 for roles that the creator does not hold', async () => {
    const caller = await registry.keyFor(acme.organizationId, ['org.admin.api_keys']);
    const roles = ['org.admin.api_keys', 'org.admin.apps'];
    const { body } = await caller.post(PATH, { roles }).expect(403);
    expect(body.errors[0]).toMatchObject({ meta: { missingRoles: ['org.admin.apps'] } });
    await caller.post(PATH, { roles: ['org.admin.api_keys'] }).expect(201);
  });

  it('400 for roles that are none', async () => {
    for (const roles of [[], ['Org.admin'], ['admin'], 'org', ['org..apps']]) {
      await acme.post(PATH, { roles }).expect(400);
    }
    await acme.post(PATH).expect(400);
  });

  it("404 for another organization's key", async () => {
    const other = await registry.newCaller();
    const { body } = await other.get('/v1/me').expect(200);
    await acme.delete(`${PATH}/${body.data.id}`).expect(404);
    await other.get('/v1/me').expect(200);
  });

  it('shows the last use', async () => {
    const other = await registry.newCaller();
    await other.get('/v1/me').expect(200);
    await registry.stop();
    const { body } = await other.get(PATH).expect(200);
    expect(body.data[0].attributes.lastUsedAt).toBe(registry.now.value.toISOString());
  });
});

describe('a bearer credential', () => {
  it('401 with a challenge when missing, malformed or unknown', async () => {
    const challenge = async (header?: string) => {
      const test = registry.anonymous('get', '/v1/me');
      if (header !== undefined) test.set('Authorization', header);
      const answer = await test.expect(401);
      expect(answer.body.errors[0]).toMatchObject({ code: 'unauthorized' });
      return answer.headers['www-authenticate'];
    };
    expect(await challenge()).toBe('Bearer realm="app-platform"');
    expect(await challenge('Basic YTpi')).toContain('invalid_request');
    expect(await challenge('Bearer')).toContain('invalid_request');
    expect(await challenge(`Bearer ${'x'.repeat(50)}`)).toContain('invalid_token');
    expect(await challenge(`Bearer ${acme.apiKey}x`)).toContain('invalid_token');
    expect(await challenge(`Bearer ${'x'.repeat(4096)}`)).toContain('invalid_token');
    expect(await challenge(`Bearer ${'x'.repeat(4097)}`)).toContain('invalid_request');
  });

  it('is never read from the query', async () => {
    await registry.anonymous('get', `/v1/me?access_token=${acme.apiKey}`).expect(401);
    await registry.anonymous('get', `/v1/me?api_key=${acme.apiKey}`).expect(401);
  });

  it('403 naming the role that is missing', async () => {
    const caller = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    const answer = await caller.post('/v1/apps/available', {}).expect(403);
    expect(answer.body.errors[0]).toMatchObject({
      code: 'forbidden',
      detail: expect.stringContaining('org.admin.apps'),
    });
    expect(answer.headers['www-authenticate']).toContain('insufficient_scope');
  });

  it('is logged nowhere', async () => {
    await acme.get('/v1/me').expect(200);
    expect(registry.logLines.join('')).not.toContain(acme.apiKey);
    expect(registry.logLines.at(-1)).toContain('"path":"/v1/me"');
  });
});

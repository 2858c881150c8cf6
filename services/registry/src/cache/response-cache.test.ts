import { createLogger, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';
import { webhookSettings } from '../../testing/webhook-settings.ts';
import { createRegistry, type Registry } from '../server.ts';
import { openRegistryDatabase } from '../stores.ts';

const PATHS = ['/v1/apps/metadata', '/v1/apps/metadata/customer'];
let registry: RunningRegistry;
let there: Registry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  await registry.start();
  there = createRegistry({
    database: openRegistryDatabase(registry.connection),
    clock: () => new Date(),
    logger: createLogger('registry', 'silent'),
    telemetry: await openTelemetry('registry'),
    tokens,
    webhooks: webhookSettings(),
  });
  await there.start();
  acme = await registry.newCaller();
});
afterAll(async () => {
  await there.stop();
  await registry.close();
});

const attribute = (name: string) => ({
  klasses: [
    {
      name: 'customer',
      metadata: { standard: true, properties: { [name]: { displayName: 'x' } } },
    },
  ],
});

const head = (path: string) =>
  request(registry.publicApp).head(path).auth(acme.apiKey, { type: 'bearer' });

describe.each(PATHS)('the entity tag of %s', (path) => {
  it('is strong, and differs between organizations', async () => {
    const { headers } = await acme.get(path).expect(200);
    expect(headers.etag).toMatch(/^"[\w-]{22}"$/);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers.vary).toBe('Authorization');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    const other = await registry.newCaller();
    await other.register({ app: uniqueName('other'), ...attribute('otherNum') });
    expect((await other.get(path).expect(200)).headers.etag).not.toBe(headers.etag);
  });

  it.each([
    ['the tag', (etag: string) => etag, 304],
    ['the tag, made weak on the way', (etag: string) => `W/${etag}`, 304],
    ['one of a list', (etag: string) => `"a,b", W/"c" ,${etag}`, 304],
    ['any', () => '*', 304],
    ['another', () => '"another"', 200],
    ['none', () => '', 200],
    ['the tag without its quotes', (etag: string) => etag.slice(1, -1), 200],
    ['what is no tag', () => '"', 200],
  ])('%s in If-None-Match', async (_what, named, status) => {
    const { headers, text } = await acme.get(path).expect(200);
    const answer = await acme.get(path).set('If-None-Match', named(String(headers.etag)));
    expect(answer.status).toBe(status);
    for (const name of ['etag', 'cache-control', 'vary']) {
      expect(answer.headers[name]).toBe(headers[name]);
    }
    expect(answer.text).toBe(status === 304 ? '' : text);
    expect(answer.headers['content-type']).toBe(
      status === 304 ? undefined : headers['content-type'],
    );
  });

  it('is answered to a HEAD too, with the length and without the body', async () => {
    const { headers, text } = await acme.get(path).expect(200);
    const answer = await head(path).expect(200);
    expect(answer.headers.etag).toBe(headers.etag);
    expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(text));
    expect(answer.text ?? '').toBe('');
    await head(path).set('If-None-Match', String(headers.etag)).expect(304);
  });

  it('is not shown without a valid credential', async () => {
    const { headers } = await acme.get(path).expect(200);
    const asked = registry.anonymous('get', path).set('If-None-Match', String(headers.etag));
    expect((await asked.expect(401)).headers.etag).not.toBe(headers.etag);
  });
});

describe('a cached listing', () => {
  it('shows a change at once where it was made, and soon at another replica', async () => {
    const app = uniqueName('changing');
    const names = async (at: Pick<Registry, 'publicApp'>): Promise<string[]> => {
      const asked = request(at.publicApp).get('/v1/apps/metadata/customer');
      const { body } = await asked.auth(acme.apiKey, { type: 'bearer' }).expect(200);
      return Object.keys(body[0].appInstalledProperties);
    };
    await names(there);
    const base = { app, identifier: 'held' };
    for (const [version, name] of [
      ['0.0.1', 'oneNum'],
      ['0.0.2', 'twoNum'],
      ['0.0.3', 'threeNum'],
    ] as const) {
      await names(registry);
      await acme.register({ ...base, version, ...attribute(name) });
      const stored = `@held${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
      expect(await names(registry)).toContain(stored);
    }
    const deadline = performance.now() + 2_000;
    let known: string[] = [];
    while (performance.now() < deadline && !known.includes('@heldThreeNum')) {
      known = await names(there);
    }
    expect(known).toContain('@heldThreeNum');
  });

  it('shows an installation and its end', async () => {
    const developer = await registry.newCaller();
    const app = uniqueName('public');
    await developer.register({ app, identifier: 'shown', ...attribute('visibleNum') });
    const seen = async () => JSON.stringify((await acme.get('/v1/apps/metadata')).body);
    expect(await seen()).not.toContain('@shownVisibleNum');
    await acme.install(app);
    expect(await seen()).toContain('@shownVisibleNum');
    await acme.delete(`/v1/apps/installed/${app}`).expect(204);
    expect(await seen()).not.toContain('@shownVisibleNum');
  });
});

describe('a cached list of installed apps', () => {
  it('shows that the organization of a developer is deleted', async () => {
    const developer = await registry.newCaller();
    const app = uniqueName('left');
    await developer.register({ app });
    await acme.install(app);
    const isBlocked = async () => {
      const { body } = await acme.get('/v1/apps/installed').expect(200);
      const found = body.data.find(({ attributes }: { attributes: { name: string } }) => {
        return attributes.name === app;
      });
      return found.attributes.blocked !== undefined;
    };
    const path = `/internal/organizations/${developer.organizationId}`;
    const reason = 'They left.';
    await registry.internal('operator', 'put', `${path}/suspension`, { reason }).expect(200);
    expect(await isBlocked()).toBe(false);
    await registry.internal('operator', 'put', `${path}/deletion`).expect(200);
    expect(await isBlocked()).toBe(true);
  });
});

describe('a cached version', () => {
  const read = async (caller: Caller, appVersion: string) =>
    (await caller.get(`/v1/apps/available/${appVersion}`).expect(200)).body.data;

  it('has an entity tag that changes with it', async () => {
    const app = uniqueName('version');
    await acme.register({ app });
    const path = `/v1/apps/available/${app}-0.0.1`;
    const { headers } = await acme.get(path).expect(200);
    await acme.get(path).set('If-None-Match', String(headers.etag)).expect(304);
    await acme.patch(path, { title: 'Another' }).expect(200);
    const { body } = await acme.get(path).set('If-None-Match', String(headers.etag)).expect(200);
    expect(body.data.attributes.title).toBe('Another');
  });

  it("shows its owner's changes to another organization", async () => {
    const app = uniqueName('version');
    await acme.register({ app });
    const other = await registry.newCaller();
    expect((await read(other, app)).attributes).toMatchObject({
      version: '0.0.1',
      title: 'An app',
    });
    await acme.patch(`/v1/apps/available/${app}-latest`, { title: 'Another' }).expect(200);
    expect((await read(other, app)).attributes.title).toBe('Another');
    await acme.register({ app, version: '0.0.2' });
    expect((await read(other, app)).attributes.version).toBe('0.0.2');
  });

  it("shows the operator's tags at once", async () => {
    const app = uniqueName('version');
    await acme.register({ app });
    await read(acme, app);
    const tags = { add: ['featured'] };
    await registry.internal('operator', 'patch', `/internal/apps/${app}/tags`, tags).expect(200);
    expect((await read(acme, app)).attributes.tags).toEqual(['featured']);
  });

  it('shows at once that its owner was verified', async () => {
    const app = uniqueName('version');
    await acme.register({ app });
    const other = await registry.newCaller();
    const isVerified = async () => {
      const { body } = await other.get(`/v1/apps/available/${app}`).expect(200);
      return body.meta.organization.verified;
    };
    expect(await isVerified()).toBe(false);
    const path = `/internal/organizations/${acme.organizationId}`;
    await registry.internal('operator', 'patch', path, { verified: true }).expect(200);
    expect(await isVerified()).toBe(true);
  });

  it('is not found by another organization after its owner read the private app', async () => {
    const app = uniqueName('version');
    await acme.register({ app, visibility: 'private' });
    await read(acme, acme.privateName(app));
    const other = await registry.newCaller();
    await other.get(`/v1/apps/available/${acme.privateName(app)}`).expect(404);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type Caller, type RunningRegistry, uniqueName } from '../../../testing/start-registry.ts';
import {
  type IssuedClaims,
  startRegistryWithTokens,
  type TokenIssuer,
} from '../../../testing/token-issuer.ts';
import type { Registry } from '../../server.ts';

const PATH = '/v1/installation-requests';

let registry: RunningRegistry;
let oauth: TokenIssuer;
let replica: Registry;
let acme: Caller;
/** A private app of it. */
let app: string;

beforeAll(async () => {
  ({ registry, oauth, replica } = await startRegistryWithTokens());
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  app = await newApp();
});

async function newApp(): Promise<string> {
  const name = uniqueName('wanted');
  await acme.register({ app: name, visibility: 'private' });
  return acme.privateName(name);
}

type Method = 'get' | 'post' | 'delete';

/** Calls as a person who has signed in to the console, or with other claims. */
function person(userId: string, claims: Partial<IssuedClaims> = {}) {
  const { organizationId } = acme;
  return async (method: Method, path = PATH, body?: object) => {
    const token = await oauth.issue({ clientId: 'console', organizationId, userId, ...claims });
    const asked = request(replica.publicApp)[method](path).auth(token, { type: 'bearer' });
    return body ? asked.send(body) : asked;
  };
}

const open = async (caller = acme) => (await caller.get(PATH).expect(200)).body.data;

async function audited(prefix = 'installation_request.') {
  const rows = await registry.auditTrail(acme.organizationId);
  return rows.filter(({ action }) => action.startsWith(prefix));
}

describe('POST /v1/installation-requests', () => {
  it('201 with the request, which administrators see', async () => {
    const ann = person('ann');
    const { status, body } = await ann('post', PATH, { app, note: 'For the help desk.' });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      type: 'installation_request',
      id: expect.stringMatching(/^\d+$/),
      attributes: {
        app,
        title: 'An app',
        userId: 'ann',
        note: 'For the help desk.',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await open()).toEqual([body.data]);
    expect(await audited()).toMatchObject([
      {
        action: 'installation_request.created',
        actorType: 'account',
        actorId: 'ann',
        actorClientId: 'console',
        subject: app,
        after: { userId: 'ann', note: 'For the help desk.' },
      },
    ]);
  });

  it('200 where the person has asked before: the note is replaced', async () => {
    const ann = person('ann');
    const first = await ann('post', PATH, { app, note: 'Please.' });
    const kept = await ann('post', PATH, { app });
    expect([kept.status, kept.body.data.attributes.note]).toEqual([200, 'Please.']);
    const again = await ann('post', PATH, { app, note: 'Really.' });
    expect(again.status).toBe(200);
    expect(again.body.data.id).toBe(first.body.data.id);
    expect((await open()).map((one: typeof first.body.data) => one.attributes.note)).toEqual([
      'Really.',
    ]);
    await person('ben', { clientId: 'cli' })('post', PATH, { app });
    expect(await open()).toHaveLength(2);
    expect((await audited()).map(({ action }) => action)).toEqual([
      'installation_request.created',
      'installation_request.changed',
      'installation_request.created',
    ]);
  });

  it('takes requests at once, one of each person', async () => {
    const statuses = await Promise.all(
      ['ann', 'ann', 'ann', 'ben'].map(
        async (id) => (await person(id)('post', PATH, { app })).status,
      ),
    );
    expect(statuses.sort()).toEqual([200, 200, 201, 201]);
    expect(await open()).toHaveLength(2);
  });

  it('403 for an API key, and says why', async () => {
    const { body } = await acme.post(PATH, { app }).expect(403);
    expect(body.errors[0].detail).toMatch(/API key names no user.*console or the command line/);
  });

  it('403 for the access token of an app', async () => {
    const name = uniqueName('acting');
    const { clientId } = await acme.register({ app: name });
    const { body } = await acme.post('/v1/apps/installed', { app: name }).expect(201);
    const { installedAt } = body.data.attributes;
    const acting = person('ann', { clientId: String(clientId), installedAt });
    const answer = await acting('post', PATH, { app });
    expect([answer.status, answer.body.errors[0].code]).toEqual([403, 'forbidden']);
    expect((await acting('get')).status).toBe(403);
  });

  it('403 without a role that reads apps', async () => {
    const stranger = person('ann', { scope: 'org.permission.customer' });
    for (const method of ['post', 'get'] as const) {
      expect((await stranger(method, PATH, { app })).status).toBe(403);
    }
  });

  it('404 for an app that the organization does not see, 409 for one that it has installed', async () => {
    const ann = person('ann');
    const other = await registry.newCaller();
    const hidden = uniqueName('hidden');
    await other.register({ app: hidden, visibility: 'private' });
    for (const name of ['nothing', hidden, other.privateName(hidden)]) {
      const { status, body } = await ann('post', PATH, { app: name });
      expect([status, body.errors[0].source]).toEqual([404, { pointer: '/app' }]);
    }
    await acme.install(app);
    const { status, body } = await ann('post', PATH, { app });
    expect([status, body.errors[0].code]).toEqual([409, 'already_installed']);
  });

  it.each([
    [{}],
    [{ app: 'a-1.0.0' }],
    [{ app: '' }],
    [{ app: 'a', note: 'x'.repeat(501) }],
    [{ app: 'a', note: 'a\u0000' }],
    [{ app: 'a', user: 'ben' }],
  ])('400 for %j', async (body) => {
    expect((await person('ann')('post', PATH, body)).status).toBe(400);
  });

  it('409 for the 101st open request of a person, who can still change one', async () => {
    const ann = person('ann');
    await ann('post', PATH, { app });
    const session = await registry.adapter.connect();
    await session.executeScript(`
      WITH added AS (
        INSERT INTO app (name, organization_id, visibility, identifier, client_id, operator_tags,
                         highest_version, version, title, description, search_text)
        SELECT 'many_' || n || '_${app}', organization_id, 'private', 'x', client_id || n, '{}', '1.0.0',
               '1.0.0', 'Many', '', '' FROM app, generate_series(1, 99) n WHERE name = '${app}'
        RETURNING id, organization_id
      )
      INSERT INTO installation_request (organization_id, app_id, user_id, note)
      SELECT organization_id, id, 'ann', '' FROM added`);
    await session.dispose();
    const refused = await ann('post', PATH, { app: await newApp() });
    expect([refused.status, refused.body.errors[0].code]).toEqual([
      409,
      'too_many_installation_requests',
    ]);
    expect((await ann('post', PATH, { app, note: 'Still.' })).status).toBe(200);
    expect((await person('ben')('post', PATH, { app })).status).toBe(201);
  });
});

describe('GET /v1/installation-requests', () => {
  it('lists those of the organization for an administrator, the oldest first, page by page', async () => {
    const names = [app, await newApp(), await newApp()];
    for (const name of names) await person('ann')('post', PATH, { app: name });
    const { body: first } = await acme.get(`${PATH}?page[size]=2`).expect(200);
    const { after } = first.meta.page;
    const { body: rest } = await acme.get(`${PATH}?page[size]=2&page[after]=${after}`).expect(200);
    const found = [...first.data, ...rest.data].map(({ attributes }) => attributes.app);
    expect(found).toEqual(names);
    const admin = person('cleo', { scope: 'org.admin' });
    expect((await admin('get')).body.data).toHaveLength(3);
  });

  it('lists those of the caller for anybody else', async () => {
    const [ann, ben] = [person('ann'), person('ben')];
    await ann('post', PATH, { app });
    const { body } = await ben('post', PATH, { app });
    expect((await ben('get')).body.data).toEqual([body.data]);
    const key = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await key.get(PATH).expect(403);
  });

  it("shows nothing of another organization, whose administrator finds no request's id", async () => {
    const { body } = await person('ann')('post', PATH, { app });
    const other = await registry.newCaller();
    expect(await open(other)).toEqual([]);
    await other.delete(`${PATH}/${body.data.id}`).expect(404);
    expect(await open()).toHaveLength(1);
  });
});

describe('a request ends', () => {
  it('204 when an administrator dismisses it', async () => {
    const { body } = await person('ann')('post', PATH, { app });
    await acme.delete(`${PATH}/${body.data.id}`).expect(204);
    await acme.delete(`${PATH}/${body.data.id}`).expect(404);
    expect(await open()).toEqual([]);
    expect((await audited()).at(-1)).toMatchObject({
      action: 'installation_request.dismissed',
      subject: app,
      before: { userId: 'ann', note: '' },
    });
  });

  it('204 when the person who asked withdraws it, and 404 for anybody else', async () => {
    const ann = person('ann');
    const { body } = await ann('post', PATH, { app });
    const path = `${PATH}/${body.data.id}`;
    expect((await person('ben')('delete', path)).status).toBe(404);
    expect((await ann('delete', path)).status).toBe(204);
    expect((await audited()).at(-1)?.action).toBe('installation_request.withdrawn');
  });

  it('with the installation of the app, by whatever way', async () => {
    const needed = await newApp();
    const needy = uniqueName('needy');
    const dependencies = [`${needed}-*`];
    await acme.register({ app: needy, visibility: 'private', dependencies });
    await acme.install(app);
    await acme.delete(`/v1/apps/installed/${app}`).expect(204);
    for (const name of [app, needed, acme.privateName(needy)]) {
      for (const id of ['ann', 'ben']) await person(id)('post', PATH, { app: name });
    }
    const body = { app: needy, withDependencies: true };
    await acme.post('/v1/apps/installed', body).expect(201);
    expect(await open()).toHaveLength(2);
    await acme.post(`/v1/apps/installed/${app}/restore`).expect(201);
    expect(await open()).toEqual([]);
    expect(await audited('installation_request.fulfilled')).toMatchObject(
      [needed, acme.privateName(needy), app].map((subject) => ({
        subject,
        after: { requests: 2 },
      })),
    );
  });

  it('stays where the installation is refused', async () => {
    const needy = uniqueName('needy');
    await acme.register({ app: needy, visibility: 'private', dependencies: ['unknown-*'] });
    await person('ann')('post', PATH, { app: needy });
    await acme.post('/v1/apps/installed', { app: needy }).expect(409);
    expect(await open()).toHaveLength(1);
  });

  it('with the last version of the app', async () => {
    await person('ann')('post', PATH, { app });
    await acme.delete(`/v1/apps/available/${app}-0.0.1`).expect(200);
    expect(await open()).toEqual([]);
  });
});

import { routesFor, routeTable } from '@app-platform/http-api';
import { type ApiDependencies, apiRoutes } from '@app-platform/oauth/api';
import { publicRoutes, type Registry } from '@app-platform/registry/server';
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

type Method = 'get' | 'post' | 'patch' | 'put' | 'delete';
type Send = (
  method: Method,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) => Promise<request.Response>;

/** Sends requests with an access token of these claims. */
async function tokenOf(claims: Partial<IssuedClaims>): Promise<Send> {
  const { organizationId } = acme;
  const token = await oauth.issue({
    clientId: 'console',
    organizationId,
    scope: 'org',
    ...claims,
  });
  return async (method, path, body = {}, headers = {}) => {
    const sent = request(replica.publicApp)
      [method](path)
      .auth(token, { type: 'bearer' })
      .set(headers);
    return method === 'get' ? sent : sent.send(body);
  };
}

const secondsAgo = (seconds: number) => new Date(registry.now.value.getTime() - seconds * 1000);
const consoleSignedIn = (seconds: number) => tokenOf({ authenticatedAt: secondsAgo(seconds) });

const WEBHOOK = { url: 'https://apps.example.com/events', events: ['app.installed'] };

/** An app that is installed with a ceiling, and its access token, which reaches up to it. */
async function installedApp(definition: object = {}) {
  const app = uniqueName('widening');
  const name = acme.privateName(app);
  const registered = await acme.register({
    ...{ app, visibility: 'private', roles: ['org.admin.apps'] },
    redirectUris: ['https://apps.example.com/callback'],
    lifecycleWebhooks: [WEBHOOK],
    ...definition,
  });
  const { body } = await acme.post('/v1/apps/installed', { app: name }).expect(201);
  const send = await tokenOf({
    clientId: String(registered.clientId),
    scope: 'org.admin.apps',
    installedAt: body.data.attributes.installedAt,
  });
  return { app, name, send };
}

async function installedRoles(name: string): Promise<string[] | undefined> {
  const { body } = await acme.get('/v1/apps/installed?page[size]=100').expect(200);
  const found = body.data.find((one: { attributes: { name: string } }) => {
    return one.attributes.name === name;
  });
  return found?.attributes.roles;
}

const codesOf = ({ status, body }: request.Response) => [
  status,
  ...body.errors.map(({ code, source }: { code: string; source?: object }) =>
    [code, ...Object.values(source ?? {})].join(' '),
  ),
];
const REFUSED = [403, 'forbidden authorization'];

describe('attack: an app lifts its own scope ceiling', () => {
  it('403 for an installation with more roles, and the ceiling stays', async () => {
    const { name, send } = await installedApp();
    const roles = ['org'];
    expect(codesOf(await send('post', '/v1/apps/installed', { app: name, roles }))).toEqual(
      REFUSED,
    );
    expect(codesOf(await send('post', `/v1/apps/installed/${name}/roles`, { roles }))).toEqual(
      REFUSED,
    );
    expect(await installedRoles(name)).toEqual(['org.admin.apps']);
  });

  it('403 for uninstalling, restoring and rolling back, which reset a ceiling', async () => {
    const { name, send } = await installedApp();
    expect(codesOf(await send('delete', `/v1/apps/installed/${name}`))).toEqual(REFUSED);
    for (const change of ['restore', 'rollback']) {
      const path = `/v1/apps/installed/${name}/${change}`;
      expect(codesOf(await send('post', path))).toEqual(REFUSED);
    }
    expect(await installedRoles(name)).toEqual(['org.admin.apps']);
  });
});

describe('attack: an old session of the console raises a ceiling', () => {
  it.each([
    ['of an installation', true],
    ['of a new installation, above its definition', false],
  ])('401 after 601 seconds, 200 within 600: %s', async (_what, isInstalled) => {
    const { name } = await installedApp();
    if (!isInstalled) await acme.delete(`/v1/apps/installed/${name}`).expect(204);
    const change = { app: name, roles: ['org.admin.apps', 'org.permission.customer'] };
    const before = await installedRoles(name);
    const old = await consoleSignedIn(601);
    const refused = await old('post', '/v1/apps/installed', change);
    expect(codesOf(refused)).toEqual([401, 'insufficient_user_authentication authorization']);
    expect(refused.headers['www-authenticate']).toMatch(/max_age="600"/);
    expect(await installedRoles(name)).toEqual(before);
    const recent = await consoleSignedIn(599);
    const { status } = await recent('post', '/v1/apps/installed', change);
    expect(status).toBe(isInstalled ? 200 : 201);
    expect(await installedRoles(name)).toEqual(change.roles);
  });

  it('200 for a lower ceiling, 201 for a first installation as the definition says', async () => {
    const { name } = await installedApp();
    const old = await consoleSignedIn(86_400);
    const lower = await old('post', '/v1/apps/installed', { app: name, roles: [] });
    expect(lower.status).toBe(200);
    expect((await old('delete', `/v1/apps/installed/${name}`)).status).toBe(204);
    const again = { app: name, roles: ['org.admin.apps'] };
    expect((await old('post', '/v1/apps/installed', again)).status).toBe(201);
  });
});

describe('attack: an app takes over another app of its organization', () => {
  it('403 for a client secret, its own too, and the secret stays', async () => {
    const { name, send } = await installedApp();
    const other = await installedApp();
    for (const app of [other.name, name]) {
      const path = `/v1/apps/available/${app}/secret`;
      expect(codesOf(await send('post', path))).toEqual(REFUSED);
    }
  });

  it.each([
    ['another app', () => installedApp()],
    ['an app that does not exist', async () => ({ app: uniqueName('added') })],
  ])('403 for registering %s', async (_what, target) => {
    const { send } = await installedApp();
    const { app } = await target();
    const definition = { app, version: '0.0.2', title: 'Taken', visibility: 'private' };
    expect(codesOf(await send('post', '/v1/apps/available', definition))).toEqual(REFUSED);
    const { body } = await acme.get(`/v1/apps/available/${acme.privateName(app)}/versions`);
    expect(JSON.stringify(body)).not.toMatch(/0\.0\.2/);
  });

  it.each(['patch', 'post'] as const)('403 for describing another app: %s', async (method) => {
    const { send } = await installedApp();
    const { name } = await installedApp();
    const patch = { website: 'https://elsewhere.example.com' };
    expect(codesOf(await send(method, `/v1/apps/available/${name}-latest`, patch))).toEqual(
      REFUSED,
    );
    const { body } = await acme.get(`/v1/apps/available/${name}`).expect(200);
    expect(body.data.attributes.website).toBeUndefined();
  });

  it('403 for renaming or switching off an attribute, and it stays', async () => {
    const { send } = await installedApp();
    const klass = {
      name: 'customer',
      metadata: {
        standard: true,
        properties: { pointsNum: { displayName: 'Points', example: '1' } },
      },
    };
    const { name } = await installedApp({ klasses: [klass] });
    const { body } = await acme.get('/v1/attributes?page[size]=100').expect(200);
    const own = body.data.find(({ attributes }: { attributes: { usedBy: { app: string }[] } }) =>
      attributes.usedBy.some((user) => user.app === name),
    );
    const path = `/v1/apps/metadata/customer/${own.attributes.name}`;
    for (const change of [{ active: false }, { displayName: 'Taken' }]) {
      expect(codesOf(await send('patch', path, change))).toEqual(REFUSED);
    }
    const { active, displayName } = (await acme.get(path).expect(200)).body.data.attributes;
    expect({ active, displayName }).toEqual({ active: true, displayName: 'Points' });
  });

  it('403 for withdrawing and for drafts', async () => {
    const { send } = await installedApp();
    const { app, name } = await installedApp();
    const version = `/v1/apps/available/${name}-0.0.1`;
    for (const answer of [
      await send('delete', version),
      await send('post', `${version}/yank`, { reason: 'Gone.' }),
      await send('post', `${version}/deprecation`, { message: 'Gone.' }),
      await send('put', `/v1/apps/drafts/${app}`, { app, version: '0.0.2', title: 'A draft' }),
    ]) {
      expect(codesOf(answer)).toEqual(REFUSED);
    }
  });
});

describe('attack: an app adds access to itself in a new version', () => {
  it('201 for a version of itself that adds none, and 200 for its description', async () => {
    const { app, name, send } = await installedApp();
    const definition = { app, version: '0.0.2', visibility: 'private' };
    const same = { redirectUris: ['https://apps.example.com/callback'], roles: ['org.admin.apps'] };
    const { status } = await send('post', '/v1/apps/available', {
      ...definition,
      ...same,
      lifecycleWebhooks: [WEBHOOK],
    });
    expect(status).toBe(201);
    const fewer = { ...definition, version: '0.0.3', redirectUris: [], roles: [] };
    expect((await send('post', '/v1/apps/available', fewer)).status).toBe(201);
    const patch = { description: 'What it does.' };
    expect((await send('patch', `/v1/apps/available/${name}-latest`, patch)).status).toBe(200);
    expect((await send('get', `/v1/apps/available/${name}`)).status).toBe(200);
  });

  it.each<[string, string, object]>([
    ['redirectUris', 'redirect URI', { redirectUris: ['https://elsewhere.example.com/'] }],
    ['roles', 'role', { roles: ['org'] }],
    [
      'lifecycleWebhooks',
      'webhook',
      { lifecycleWebhooks: [WEBHOOK, { ...WEBHOOK, url: 'https://elsewhere.example.com/' }] },
    ],
    [
      'lifecycleWebhooks',
      'event of a webhook',
      { lifecycleWebhooks: [{ ...WEBHOOK, events: ['app.installed', 'app.uninstalled'] }] },
    ],
    ['outboundWebhooks', 'outbound webhook', { outboundWebhooks: [{ name: 'all' }] }],
    ['hooks', 'inbound webhook', { hooks: [{ name: 'all' }] }],
  ])('403 at /%s for another %s', async (property, _what, addition) => {
    const { app, name, send } = await installedApp();
    const definition = { app, version: '0.0.2', visibility: 'private', ...addition };
    const answer = await send('post', '/v1/apps/available', definition);
    expect(codesOf(answer)).toEqual([403, `forbidden /${property}`]);
    const { body } = await acme.get(`/v1/apps/available/${name}`).expect(200);
    expect(body.data.attributes.version).toBe('0.0.1');
    await acme.post('/v1/apps/available', definition).expect(201);
  });

  it.each<[string, string, object]>([
    ['redirectUris', 'redirect URIs', { redirectUris: ['https://beta.example.com/'] }],
    ['roles', 'roles', { roles: ['org'] }],
  ])(
    '403 at /%s for %s that a pre-release has, and the version leaves out',
    async (property, _what, more) => {
      const { app, name, send } = await installedApp();
      const beta = { app, version: '0.1.0-beta', visibility: 'private', ...more };
      await acme.post('/v1/apps/available', beta).expect(201);
      const definition = { app, version: '0.1.0', visibility: 'private' };
      const answer = await send('post', '/v1/apps/available', definition);
      expect(codesOf(answer)).toEqual([403, `forbidden /${property}`]);
      const { body } = await acme.get(`/v1/apps/available/${name}`).expect(200);
      expect(body.data.attributes.version).toBe('0.0.1');
    },
  );

  it('403 at /roles for a version that inherits from one without roles, which may have any', async () => {
    const { app, send } = await installedApp({ roles: undefined });
    const version = { app, version: '0.0.2', visibility: 'private', roles: ['org.admin.apps'] };
    await acme.post('/v1/apps/available', version).expect(201);
    const answer = await send('post', '/v1/apps/available', {
      ...{ app, version: '0.0.1-rc.1', visibility: 'private' },
      roles: ['org'],
    });
    expect(codesOf(answer)).toEqual([403, 'forbidden /roles']);
    const below = { app, version: '0.0.2-rc.1', visibility: 'private' };
    expect(codesOf(await send('post', '/v1/apps/available', below))).toEqual([
      403,
      'forbidden /roles',
    ]);
  });

  it('403 names every addition at once', async () => {
    const { app, send } = await installedApp();
    const definition = {
      ...{ app, version: '0.0.2', visibility: 'private', roles: ['org'] },
      redirectUris: ['https://elsewhere.example.com/'],
      lifecycleWebhooks: [{ ...WEBHOOK, url: 'https://elsewhere.example.com/' }],
    };
    expect(codesOf(await send('post', '/v1/apps/available', definition))).toEqual([
      403,
      'forbidden /redirectUris',
      'forbidden /roles',
      'forbidden /lifecycleWebhooks',
    ]);
  });
});

describe('attack: an app repeats a registration of its user to read the secrets of webhooks', () => {
  it('422 for its Idempotency-Key, and the user gets the same answer again', async () => {
    const { send } = await installedApp();
    const user = await consoleSignedIn(1);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const definition = {
      ...{ app: uniqueName('kept'), version: '0.0.1', title: 'Kept', visibility: 'private' },
      lifecycleWebhooks: [WEBHOOK],
    };
    const register = (by: Send) => by('post', '/v1/apps/available', definition, headers);
    const first = await register(user);
    expect(first.body.meta.webhookSecrets).toHaveLength(1);
    const [refused] = codesOf(await register(send));
    expect(refused).toBe(422);
    expect((await register(user)).body).toEqual(first.body);
  });
});

/** What the access token of an app may do, beside reading. */
const OPEN_TO_APPS = [
  'registerApp',
  'updateApp',
  'updateAppByPost',
  'validateApp',
  'planChange',
  'diagnose',
];

type Declared = { method: Method; path: string; operationId: string; credentials?: string };
const isWrite = ({ method }: Declared) => method !== 'get';
const filledPath = ({ path }: Declared) => path.replaceAll(/\{\w+\}/g, '1');

describe('attack: an app calls every operation that writes', () => {
  it('each declares its credentials, and few are open to apps', () => {
    const declared = [
      ...publicRoutes(registry as never),
      ...apiRoutes({} as ApiDependencies),
    ] as Declared[];
    const writes = declared.filter(isWrite);
    expect(writes.filter(({ credentials }) => credentials === undefined)).toEqual([]);
    const open = writes.filter(({ credentials }) => credentials === 'app');
    expect(open.map(({ operationId }) => operationId).sort()).toEqual(OPEN_TO_APPS.toSorted());
  });

  it('a public API with a write that declares none does not start', () => {
    const route = routesFor<object>()({
      method: 'delete',
      path: '/v1/everything',
      operationId: 'removeEverything',
      summary: 'Remove everything',
      access: 'authenticated',
      responses: { 204: { description: 'Removed.' } },
      handle: () => ({ status: 204 }),
    });
    const serve = () =>
      routeTable([route], {
        authenticate: () => ({}),
        rolesOf: () => [],
        credentials: { holderOf: () => ({ kind: 'api_key' }), clock: () => new Date() },
      });
    expect(serve).toThrow(/removeEverything writes and does not declare which credentials/);
  });

  it('403 for all others, before the body is read', async () => {
    const { send } = await installedApp();
    const closed = (publicRoutes(registry as never) as Declared[]).filter(
      (route) => isWrite(route) && !OPEN_TO_APPS.includes(route.operationId),
    );
    expect(closed.length).toBeGreaterThan(15);
    for (const route of closed) {
      const answer = await send(route.method, filledPath(route));
      expect([route.operationId, ...codesOf(answer)]).toEqual([route.operationId, ...REFUSED]);
    }
  });

  it('401 for administration by an old session of the console, and no refusal for the rest', async () => {
    const old = await consoleSignedIn(601);
    const writes = (publicRoutes(registry as never) as Declared[]).filter(isWrite);
    for (const route of writes) {
      const { status } = await old(route.method, filledPath(route));
      const isRefused = status === 401 || status === 403;
      expect([route.operationId, isRefused]).toEqual([
        route.operationId,
        route.credentials === 'administration',
      ]);
    }
  });
});

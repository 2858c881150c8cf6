import type { Registry } from '@app-platform/registry/server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  uniqueName,
} from '../../services/registry/testing/start-registry.ts';
import {
  startRegistryWithTokens,
  type TokenIssuer,
} from '../../services/registry/testing/token-issuer.ts';

const CUSTOMER = 'org.permission.customer';
const MESSAGE = 'org.permission.message';
const INSTALLED = '/v1/apps/installed';
const PLAN = '/v1/apps/plan';

let registry: RunningRegistry;
let acme: Caller;
let oauth: TokenIssuer;
let replica: Registry;
/** Needs `middle`, which needs `deep`. */
let top: string;
let middle: string;
let deep: string;
let clientId: string;

beforeAll(async () => {
  ({ registry, oauth, replica } = await startRegistryWithTokens());
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  [top = '', middle = '', deep = ''] = ['top', 'middle', 'deep'].map(uniqueName);
  const publisher = await registry.newCaller();
  const version = '1.0.0';
  const registered = await publisher.register({ app: deep, version, roles: ['org'] });
  clientId = String(registered.clientId);
  await publisher.register({ app: middle, version, dependencies: [`${deep}-*`], roles: [MESSAGE] });
  await acme.register({ app: top, version, dependencies: [`${middle}-*`], roles: [CUSTOMER] });
});

type Installed = { name: string; roles: string[] | null; waitingRoles: string[] };

/** The apps of the organization, by name. */
async function installed(): Promise<Record<string, Installed>> {
  const { body } = await acme.get(INSTALLED).expect(200);
  const entries = body.data.map(({ attributes }: { attributes: Installed }) => attributes);
  return Object.fromEntries(entries.map((one: Installed) => [one.name, one]));
}

/** With the access token of a first-party client, some seconds after the sign-in. */
async function asConsole(body: object, secondsAgo: number) {
  const { organizationId } = acme;
  const authenticatedAt = new Date(registry.now.value.getTime() - secondsAgo * 1000);
  const scope = 'org.admin.apps';
  const token = await oauth.issue({ clientId: 'console', organizationId, scope, authenticatedAt });
  return request(replica.publicApp).post(INSTALLED).auth(token, { type: 'bearer' }).send(body);
}

async function plan(more: object): Promise<{ id: string; attributes: Planned }> {
  const { body } = await acme.post(PLAN, { app: top, withDependencies: true, ...more }).expect(200);
  return body.data;
}
type Planned = {
  apps: object[];
  roles: object;
  problems: { code: string }[];
};

describe('attack: an app brings a dependency that has roles nobody saw', () => {
  it.each([
    ['no roles', { roles: [] }],
    ['roles for the app alone', { roles: [CUSTOMER] }],
    ['nothing about roles', {}],
    ['a map that leaves it out', { roles: {} }],
  ])('a dependency gets no role with %s', async (_what, more) => {
    await acme.post(INSTALLED, { app: top, withDependencies: true, ...more }).expect(201);
    const apps = await installed();
    expect(apps[deep]).toMatchObject({ roles: [], waitingRoles: ['org'] });
    expect(apps[middle]).toMatchObject({ roles: [], waitingRoles: [MESSAGE] });
  });

  it('its token has none until an administrator decides', async () => {
    await acme.post(INSTALLED, { app: top, roles: [], withDependencies: true }).expect(201);
    const { body } = await acme.get(INSTALLED).expect(200);
    const { installedAt } = body.data.find(
      ({ attributes }: { attributes: Installed }) => attributes.name === deep,
    ).attributes;
    const { organizationId } = acme;
    const token = await oauth.issue({ clientId, organizationId, installedAt, scope: 'org' });
    const me = () => request(replica.publicApp).get('/v1/me').auth(token, { type: 'bearer' });
    expect((await me()).body.data.attributes.roles).toEqual([]);
    await acme.post(`${INSTALLED}/${deep}/roles`, { roles: [MESSAGE] }).expect(200);
    expect((await installed())[deep]).toMatchObject({ roles: [MESSAGE], waitingRoles: [] });
  });

  it('a dependency without declared roles gets none either, not any', async () => {
    const open = uniqueName('open');
    await acme.register({ app: open });
    await acme.register({ app: top, version: '1.1.0', dependencies: [`${open}-*`] });
    await acme.post(INSTALLED, { app: top, withDependencies: true }).expect(201);
    expect((await installed())[open]).toMatchObject({ roles: [], waitingRoles: [] });
  });

  it('the answer names the roles that wait', async () => {
    const { body } = await acme.post(INSTALLED, { app: top, withDependencies: true }).expect(201);
    expect(body.meta.waitingRoles).toEqual({ [deep]: ['org'], [middle]: [MESSAGE] });
  });
});

describe('roles of each app', () => {
  it('are given by a map', async () => {
    const roles = { [top]: [], [middle]: [MESSAGE] };
    await acme.post(INSTALLED, { app: top, withDependencies: true, roles }).expect(201);
    const apps = await installed();
    expect([apps[top]?.roles, apps[middle]?.roles, apps[deep]?.roles]).toEqual([[], [MESSAGE], []]);
  });

  it('a map without the app leaves it what its definition declares', async () => {
    const roles = { [middle]: [MESSAGE] };
    await acme.post(INSTALLED, { app: top, withDependencies: true, roles }).expect(201);
    expect((await installed())[top]?.roles).toEqual([CUSTOMER]);
  });

  it('name a private app by its own name or the registered one, and not by both', async () => {
    const definition = { app: 'hidden', version: '1.0.0', visibility: 'private', roles: [MESSAGE] };
    const { name } = await acme.register(definition);
    await acme.register({ app: top, version: '1.1.0', dependencies: [`${name}-*`] });
    const request = { app: top, withDependencies: true };
    const both = { hidden: [], [String(name)]: [MESSAGE] };
    await acme.post(INSTALLED, { ...request, roles: both }).expect(400);
    await acme.post(INSTALLED, { ...request, roles: { hidden: [MESSAGE] } }).expect(201);
    expect((await installed())[String(name)]?.roles).toEqual([MESSAGE]);
  });

  it.each(['constructor', 'toString', 'unknown'])(
    '400 for %s, and nothing is installed',
    async (name) => {
      const roles = { [name]: [CUSTOMER] };
      const { body } = await acme
        .post(INSTALLED, { app: top, withDependencies: true, roles })
        .expect(400);
      expect(body.errors).toMatchObject([
        { code: 'invalid_body', source: { pointer: `/roles/${name}` } },
      ]);
      expect(await installed()).toEqual({});
      await acme.post(PLAN, { app: top, withDependencies: true, roles }).expect(400);
    },
  );

  it('400 for a dependency that is installed, or would not be', async () => {
    await acme.post(INSTALLED, { app: deep, roles: [] }).expect(201);
    const refused = async (roles: object, more: object) => {
      const { body } = await acme.post(INSTALLED, { app: top, roles, ...more }).expect(400);
      expect(body.errors[0]).toMatchObject({ code: 'invalid_body' });
      return body.errors[0];
    };
    const present = await refused({ [deep]: ['org'] }, { withDependencies: true });
    expect(present.source).toEqual({ pointer: `/roles/${deep}` });
    await acme.post(INSTALLED, { app: middle }).expect(201);
    await acme.post(INSTALLED, { app: top }).expect(201);
    // The same version again installs nothing.
    await refused({ [deep]: ['org'] }, { withDependencies: true });
    expect((await installed())[deep]).toMatchObject({ roles: [] });
  });

  it.each<[string, unknown, string]>([
    ['a text', CUSTOMER, '/roles'],
    ['null', null, '/roles'],
    ['a word that is no role', { app: ['customer'] }, '/roles/app/0'],
    ['a text for an app', { app: CUSTOMER }, '/roles/app'],
    ['a role twice in a list', [CUSTOMER, CUSTOMER], '/roles'],
  ])('400 for %s, with one problem', async (_what, roles, pointer) => {
    for (const path of [INSTALLED, PLAN]) {
      const { body } = await acme.post(path, { app: top, roles }).expect(400);
      expect(body.errors).toMatchObject([{ code: 'invalid_body', source: { pointer } }]);
    }
  });
});

describe('attack: an old session gives a dependency more than its definition declares', () => {
  it('401, and installs nothing; 201 after a recent sign-in', async () => {
    const body = { app: top, withDependencies: true, roles: { [middle]: [CUSTOMER] } };
    const old = await asConsole(body, 601);
    expect([old.status, old.body.errors[0].code]).toEqual([
      401,
      'insufficient_user_authentication',
    ]);
    expect(await installed()).toEqual({});
    expect((await asConsole(body, 10)).status).toBe(201);
  });

  it('201 for roles that it declares', async () => {
    const roles = { [middle]: [MESSAGE], [deep]: [CUSTOMER] };
    const { status } = await asConsole({ app: top, withDependencies: true, roles }, 601);
    expect(status).toBe(201);
  });

  it('401 too where the roles are those of a plan', async () => {
    const { id } = await plan({ roles: { [middle]: [CUSTOMER] } });
    expect((await asConsole({ app: top, plan: id }, 601)).status).toBe(401);
    expect((await asConsole({ app: top, plan: id }, 10)).status).toBe(201);
  });
});

describe('a plan with dependencies', () => {
  it('lists each app with its roles, and refuses nothing', async () => {
    const { attributes } = await plan({ roles: { [middle]: [MESSAGE] } });
    expect(attributes.problems).toEqual([]);
    expect(attributes.apps).toMatchObject([
      { app: deep, to: '1.0.0', roles: { after: [], waiting: ['org'] } },
      { app: middle, to: '1.0.0', roles: { after: [MESSAGE], waiting: [] } },
    ]);
    expect(attributes.roles).toMatchObject({ after: [CUSTOMER], allowed: [CUSTOMER] });
  });

  it('without them lists none, and the rules that fail', async () => {
    const { attributes } = await plan({ withDependencies: false });
    expect(attributes.apps).toEqual([]);
    expect(attributes.problems).toMatchObject([
      { code: 'dependency_missing' },
      { code: 'dependency_missing' },
    ]);
  });

  it('is carried out without repeating what it was made with', async () => {
    const { id } = await plan({ roles: { [top]: [], [middle]: [MESSAGE] } });
    const { body } = await acme.post(INSTALLED, { app: top, plan: id }).expect(201);
    expect(body.meta.installedDependencies).toEqual([`${deep}-1.0.0`, `${middle}-1.0.0`]);
    const apps = await installed();
    expect([apps[top]?.roles, apps[middle]?.roles, apps[deep]?.roles]).toEqual([[], [MESSAGE], []]);
  });

  it.each([
    ['other roles of a dependency', 'apps', () => ({ roles: { [middle]: [] } })],
    [
      'more roles than the app declares, which no token would have',
      'roles',
      () => ({ roles: { [top]: ['org'], [middle]: [MESSAGE] } }),
    ],
    ['no dependencies', 'apps', () => ({ withDependencies: false, roles: [CUSTOMER] })],
  ])('is refused with %s', async (_what, part, more) => {
    const { id } = await plan({ roles: { [middle]: [MESSAGE] } });
    const { body } = await acme.post(INSTALLED, { app: top, plan: id, ...more() }).expect(409);
    expect(body.errors[0].code).toBe('plan_outdated');
    expect(body.errors[0].meta.difference[0]).toMatchObject({ part });
    expect(await installed()).toEqual({});
  });

  it('is refused where a dependency asks for more since', async () => {
    const { id } = await plan({});
    const extra = uniqueName('extra');
    await acme.register({ app: extra, roles: ['org'] });
    await acme.register({ app: top, version: '1.1.0', dependencies: [`${extra}-*`] });
    const later = await plan({ to: '1.1.0' });
    await acme.register({ app: extra, version: '9.9.9', roles: ['org.admin'] });
    const { body } = await acme
      .post(INSTALLED, { app: `${top}-1.1.0`, plan: later.id })
      .expect(409);
    expect(body.errors[0].meta.difference).toMatchObject([{ part: 'apps' }]);
    await acme.post(INSTALLED, { app: top, plan: id }).expect(201);
  });

  it('names a dependency that the operator has blocked', async () => {
    await registry
      .internal('operator', 'put', `/internal/apps/${deep}/block`, { reason: 'Steals.' })
      .expect(200);
    const { attributes } = await plan({});
    expect(attributes.problems).toMatchObject([{ code: 'app_blocked' }]);
  });

  it('400 for roles or dependencies of an uninstallation', async () => {
    await acme.post(INSTALLED, { app: deep }).expect(201);
    for (const more of [{ roles: [] }, { withDependencies: true }]) {
      const { body } = await acme.post(PLAN, { app: deep, to: null, ...more }).expect(400);
      expect(body.errors[0].source.pointer).toBe(`/${Object.keys(more)[0]}`);
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const INSTALLED = '/v1/apps/installed';
const DAY = 86_400_000;

let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  registry.now.value = new Date();
  acme = await registry.newCaller();
  app = uniqueName('undone');
  await register('1.0.0', { roles: ['org.permission.customer'] });
});

const register = (version: string, more: object = {}) => acme.register({ app, version, ...more });
const post = (path: string, body?: unknown) => acme.post(`${INSTALLED}/${app}${path}`, body);
const installVersion = (version: string) => acme.post(INSTALLED, { app: `${app}-${version}` });
const codes = (body: { errors: { code: string }[] }) => body.errors.map(({ code }) => code);

async function attributes() {
  const { body } = await acme.get(INSTALLED).expect(200);
  return body.data[0]?.attributes;
}

describe('a rollback', () => {
  it('returns to the version before, and a second one undoes it', async () => {
    await acme.install(app);
    await register('1.1.0');
    await installVersion('1.1.0').expect(200);
    expect(await attributes()).toMatchObject({ version: '1.1.0', previousVersion: '1.0.0' });
    const { body } = await post('/rollback').expect(200);
    expect(body.data.attributes).toMatchObject({ version: '1.0.0', previousVersion: '1.1.0' });
    await post('/rollback', {}).expect(200);
    expect((await attributes()).version).toBe('1.1.0');
    const [last] = (await registry.auditTrail(acme.organizationId)).slice(-1);
    expect(last?.action).toBe('installation.rolled_back');
  });

  it('is refused where there is no version before, or that was unpublished or yanked', async () => {
    await acme.install(app);
    expect(codes((await post('/rollback').expect(409)).body)).toEqual(['no_previous_version']);
    await register('1.1.0');
    await installVersion('1.1.0').expect(200);
    await acme.post(`/v1/apps/available/${app}-1.0.0/yank`, { reason: 'Broken.' }).expect(200);
    expect(codes((await post('/rollback').expect(409)).body)).toEqual(['version_yanked']);
    await acme.delete(`/v1/apps/available/${app}-1.0.0`).expect(200);
    expect(codes((await post('/rollback').expect(409)).body)).toEqual(['no_previous_version']);
  });

  it('checks dependencies as an installation does', async () => {
    const needed = uniqueName('needed');
    await acme.register({ app: needed, version: '1.0.0' });
    await acme.install(needed);
    await register('1.1.0', { dependencies: [`${needed}-^1.0.0`] });
    await acme.install(app);
    await register('1.2.0', { dependencies: [] });
    await installVersion('1.2.0').expect(200);
    await acme.delete(`${INSTALLED}/${needed}`).expect(204);
    expect(codes((await post('/rollback').expect(409)).body)).toEqual(['dependency_missing']);
  });
});

describe('an uninstallation', () => {
  const uninstall = () => acme.delete(`${INSTALLED}/${app}`).expect(204);

  it('is undone with the version and the roles that were allowed', async () => {
    const allowed = { app, roles: ['org.permission.customer.read'] };
    await acme.post(INSTALLED, allowed).expect(201);
    const before = await attributes();
    await register('1.1.0');
    await uninstall();
    registry.now.value = new Date(registry.now.value.getTime() + 29 * DAY);
    const { body } = await post('/restore').expect(201);
    expect(body.data.attributes).toMatchObject({ version: '1.0.0', roles: allowed.roles });
    // A new installation: grants from before name the old one.
    expect(body.data.attributes.installedAt).not.toBe(before.installedAt);
    await uninstall();
    await post('/restore', {}).expect(201);
  });

  it('names who restored the app, as `installedAt` says when', async () => {
    await acme.install(app);
    await uninstall();
    const other = await registry.keyFor(acme.organizationId, ['org.admin.apps']);
    const { body } = await other.post(`${INSTALLED}/${app}/restore`).expect(201);
    const [last] = (await registry.auditTrail(acme.organizationId)).slice(-1);
    expect(last?.action).toBe('installation.restored');
    const restorer = { type: 'api_key', id: last?.actorId };
    expect(body.data.attributes.installedBy).toEqual(restorer);
    expect(await attributes()).toMatchObject({ installedBy: restorer });
  });

  it('is listed while it can be undone, page by page', async () => {
    const second = uniqueName('undone');
    await acme.register({ app: second, version: '0.0.1' });
    for (const one of [app, second]) {
      await acme.install(one);
      await acme.delete(`${INSTALLED}/${one}`).expect(204);
    }
    const listed = async (query = '') => {
      const { body } = await acme.get(`/v1/apps/uninstalled${query}`).expect(200);
      return body.data.map((one: { attributes: { name: string } }) => one.attributes.name);
    };
    expect(await listed()).toEqual([app, second]);
    const { body } = await acme.get('/v1/apps/uninstalled?page[size]=1').expect(200);
    expect(body.data[0].attributes).toEqual({
      ...{ name: app, version: '1.0.0', visibility: 'public', title: expect.any(String) },
      uninstalledAt: registry.now.value.toISOString(),
      restorableUntil: new Date(registry.now.value.getTime() + 30 * DAY).toISOString(),
    });
    expect(await listed(`?page[size]=1&page[after]=${body.meta.page.after}`)).toEqual([second]);
    const other = await registry.newCaller();
    expect((await other.get('/v1/apps/uninstalled').expect(200)).body.data).toEqual([]);
    const reader = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await reader.get('/v1/apps/uninstalled').expect(403);
    await acme.install(second);
    await post('/restore').expect(201);
    expect(await listed()).toEqual([]);
    await uninstall();
    registry.now.value = new Date(registry.now.value.getTime() + 31 * DAY);
    expect(await listed()).toEqual([]);
  });

  it('is undone once, and within 30 days', async () => {
    await acme.install(app);
    expect(codes((await post('/restore').expect(409)).body)).toEqual(['already_installed']);
    await uninstall();
    registry.now.value = new Date(registry.now.value.getTime() + 31 * DAY);
    const { body } = await post('/restore').expect(404);
    expect(body.errors[0].detail).toContain('POST /v1/apps/installed');
  });

  it('of another organization is not undone, nor one of a version that was yanked', async () => {
    await acme.install(app);
    await uninstall();
    const other = await registry.newCaller();
    await other.post(`${INSTALLED}/${app}/restore`).expect(404);
    await acme.post(`/v1/apps/available/${app}-1.0.0/yank`, { reason: 'Broken.' }).expect(200);
    expect(codes((await post('/restore').expect(409)).body)).toEqual(['version_yanked']);
  });
});

describe('new roles of an upgrade', () => {
  const customer = 'org.permission.customer';
  const conversation = 'org.permission.conversation';

  it('wait for an administrator, while the version is installed at once', async () => {
    await acme.install(app);
    await register('1.1.0', { roles: [customer, conversation] });
    const upgraded = await installVersion('1.1.0').expect(200);
    const expected = { version: '1.1.0', roles: [customer], waitingRoles: [conversation] };
    expect(upgraded.body.data.attributes).toMatchObject(expected);
    const { body } = await post('/roles', { roles: [customer, conversation] }).expect(200);
    const decided = { roles: [customer, conversation], waitingRoles: [] };
    expect(body.data.attributes).toMatchObject(decided);
  });

  it('wait on through further upgrades, and a refusal ends that', async () => {
    await acme.install(app);
    await register('1.1.0', { roles: [customer, conversation] });
    await installVersion('1.1.0').expect(200);
    await register('1.2.0', { roles: [customer, conversation] });
    await installVersion('1.2.0').expect(200);
    expect((await attributes()).waitingRoles).toEqual([conversation]);
    await post('/roles', { roles: [customer] }).expect(200);
    await register('1.3.0', { roles: [customer, conversation] });
    await installVersion('1.3.0').expect(200);
    expect(await attributes()).toMatchObject({ roles: [customer], waitingRoles: [] });
  });

  it('do not wait where the administrator allowed them or all roles', async () => {
    await acme.post(INSTALLED, { app, roles: ['org.permission'] }).expect(201);
    await register('1.1.0', { roles: [customer, conversation] });
    await installVersion('1.1.0').expect(200);
    expect(await attributes()).toMatchObject({ roles: ['org.permission'], waitingRoles: [] });
  });

  it('are decided with an API key or a recent sign-in, by a role of an administrator', async () => {
    await acme.install(app);
    const weak = await registry.keyFor(acme.organizationId, ['org.permission']);
    await weak.post(`${INSTALLED}/${app}/roles`, { roles: [customer] }).expect(403);
    await post('/roles', { roles: ['customer'] }).expect(400);
    await post('/roles', {}).expect(400);
  });
});

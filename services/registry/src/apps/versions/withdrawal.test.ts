import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
const HOUR = 3_600_000;

let registry: RunningRegistry;
let acme: Caller;
let other: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  other = await registry.newCaller();
  app = uniqueName('withdrawn');
  for (const version of ['1.0.0', '1.1.0']) {
    await acme.register({ app, version, title: `Title of ${version}` });
  }
});

const version = (number: string, path = '') => `${APPS}/${app}-${number}${path}`;
const codes = (body: { errors: { code: string }[] }) => body.errors.map(({ code }) => code);

describe('a deprecated version', () => {
  it('says why and what to use instead, in its record and where it is installed', async () => {
    const deprecation = { message: 'It loses orders.', successor: `${app}-1.1.0` };
    const path = version('1.0.0', '/deprecation');
    const { body } = await acme.post(path, deprecation).expect(200);
    const since = registry.now.value.toISOString();
    expect(body.data.attributes.deprecated).toEqual({ ...deprecation, since });
    const installed = await other.post(INSTALLED, { app: `${app}-1.0.0` }).expect(201);
    expect(installed.body.meta.warnings).toMatchObject([
      { code: 'deprecated_version', source: { pointer: '/app' } },
    ]);
    expect(installed.body.meta.warnings[0].detail).toContain(`Use ${app}-1.1.0 instead`);
    const list = await other.get(INSTALLED).expect(200);
    expect(list.body.data[0].attributes.deprecated).toMatchObject(deprecation);
  });

  it('is as before when that ends', async () => {
    await acme.post(version('1.0.0', '/deprecation'), { message: 'Old.' }).expect(200);
    const { body } = await acme.delete(version('1.0.0', '/deprecation')).expect(200);
    expect(body.data.attributes.deprecated).toBeUndefined();
    const actions = (await registry.auditTrail(acme.organizationId)).map(({ action }) => action);
    expect(actions.slice(-2)).toEqual(['app_version.deprecated', 'app_version.undeprecated']);
  });

  it('names a successor that exists', async () => {
    const body = { message: 'Old.', successor: 'nowhere' };
    const refused = await acme.post(version('1.0.0', '/deprecation'), body).expect(404);
    expect(refused.body.errors[0].source).toEqual({ pointer: '/successor' });
    await acme.post(version('1.0.0', '/deprecation'), {}).expect(400);
  });

  it.each([
    ['the app itself', () => app],
    ['the version itself', () => `${app}-1.0.0`],
    ['the latest version where it is that one', () => `${app}-latest`],
  ])('does not name %s as its successor', async (_what, successor) => {
    await acme.delete(version('1.1.0')).expect(200);
    const body = { message: 'Old.', successor: successor() };
    const refused = await acme.post(version('1.0.0', '/deprecation'), body).expect(400);
    expect(refused.body.errors).toMatchObject([
      { code: 'invalid_body', source: { pointer: '/successor' } },
    ]);
  });
});

describe('a yanked version', () => {
  const yank = (number: string) => acme.post(version(number, '/yank'), { reason: 'Broken.' });

  it('is installed nowhere anew, and stays where it is', async () => {
    await other.install(app);
    const { body } = await yank('1.1.0').expect(200);
    expect(body.data.attributes.yanked.reason).toBe('Broken.');
    expect(body.meta).toEqual({ installations: 1, dependents: [] });
    const refused = await acme.post(INSTALLED, { app: `${app}-1.1.0` }).expect(409);
    expect(codes(refused.body)).toEqual(['version_yanked']);
    const list = await other.get(INSTALLED).expect(200);
    expect(list.body.data[0].attributes).toMatchObject({ version: '1.1.0', yanked: {} });
    await other.post(INSTALLED, { app: `${app}-1.1.0` }).expect(200);
  });

  it('is not the current one, in the directory and for installations', async () => {
    await yank('1.1.0').expect(200);
    const { body } = await acme.get(`${APPS}?q=${app}`).expect(200);
    expect(body.data[0].attributes).toMatchObject({ version: '1.0.0', title: 'Title of 1.0.0' });
    const installed = await other.post(INSTALLED, { app }).expect(201);
    expect(installed.body.data.attributes.version).toBe('1.0.0');
    await acme.delete(version('1.1.0', '/yank')).expect(200);
    const again = await acme.get(`${APPS}/${app}`).expect(200);
    expect(again.body.data.attributes.version).toBe('1.1.0');
  });

  it('no longer declares the lifecycle webhooks of the app', async () => {
    const declared = (path: string) => [
      { url: `https://apps.example.com/${path}`, events: ['app.installed'] },
    ];
    await acme.register({ app, version: '1.2.0', lifecycleWebhooks: declared('old') });
    await acme.register({ app, version: '1.3.0', lifecycleWebhooks: declared('new') });
    const urls = async () => {
      const { body } = await acme.get('/v1/webhooks').expect(200);
      return body.data.map(({ attributes }: { attributes: { url: string } }) => attributes.url);
    };
    expect(await urls()).toEqual(['https://apps.example.com/new']);
    await yank('1.3.0').expect(200);
    expect(await urls()).toEqual(['https://apps.example.com/old']);
  });

  it('is no candidate for a dependency, and its dependants are listed', async () => {
    const needy = uniqueName('needy');
    await acme.register({ app: needy, version: '1.0.0', dependencies: [`${app}-^1.0.0`] });
    const { body } = await yank('1.1.0').expect(200);
    const [dependent] = body.meta.dependents;
    expect(dependent).toEqual({ name: needy, version: '1.0.0', rule: `${app}-^1.0.0` });
    const request = { app: needy, withDependencies: true };
    const installed = await other.post(INSTALLED, request).expect(201);
    expect(installed.body.meta.installedDependencies).toEqual([`${app}-1.0.0`]);
  });

  it('stays current where it is the only one, and says that it cannot be installed', async () => {
    await yank('1.1.0').expect(200);
    await yank('1.0.0').expect(200);
    const refused = await other.post(INSTALLED, { app }).expect(409);
    expect(codes(refused.body)).toEqual(['version_yanked']);
    const next = await acme.register({ app, version: '1.2.0' });
    expect(next.title).toMatch(/An app/);
    await other.install(app);
  });
});

describe('an unpublished version', () => {
  it('is gone, and its number cannot be used again', async () => {
    await acme.delete(version('1.1.0')).expect(200);
    await acme.get(version('1.1.0')).expect(404);
    const { body } = await acme.get(`${APPS}/${app}`).expect(200);
    expect(body.data.attributes).toMatchObject({ version: '1.0.0', title: 'Title of 1.0.0' });
    const again = await acme.post(APPS, { app, version: '1.1.0' }).expect(409);
    expect(codes(again.body)).toEqual(['duplicate']);
    const next = await acme.post(APPS, { app, version: '1.1.1' }).expect(201);
    expect(next.body.data.attributes.title).toBe('Title of 1.0.0');
  });

  it('takes the app along where it was the last one', async () => {
    await acme.post(`${APPS}/${app}/secret`, {}).expect(200);
    const first = await acme.delete(version('1.0.0')).expect(200);
    expect(first.body.data).toMatchObject({
      id: `${app}-1.0.0`,
      attributes: { name: app, version: '1.0.0', isLast: false },
    });
    const { body } = await acme.delete(version('1.1.0')).expect(200);
    const { isLast, notice } = body.data.attributes;
    expect(isLast).toBe(true);
    expect(notice).toBe(
      `${app}-1.1.0 was the last version, so ${app} is gone too. The number 1.1.0 stays used: register the app under one that no version had, such as 1.1.1.`,
    );
    await acme.get(`${APPS}/${app}`).expect(404);
    await other.post(APPS, { app, version: '1.0.0', title: 'Taken over' }).expect(409);
    await acme.register({ app, version: '1.1.1' });
  });

  it('must be at most 72 hours old', async () => {
    registry.now.value = new Date(registry.now.value.getTime() + 73 * HOUR);
    const { body } = await acme.delete(version('1.1.0')).expect(409);
    registry.now.value = new Date();
    expect(codes(body)).toEqual(['version_too_old']);
    expect(body.errors[0].detail).toContain('Yank it instead');
  });

  it('must be installed nowhere', async () => {
    await other.install(app);
    const { body } = await acme.delete(version('1.1.0')).expect(409);
    expect(codes(body)).toEqual(['version_in_use']);
    await acme.install(`${app}-1.0.0`);
    const own = await acme.delete(version('1.0.0')).expect(409);
    expect(own.body.errors[0].detail).toContain('Your organization has');
  });

  it('is either installed or gone where both happen at once', async () => {
    for (const number of ['2.0.0', '2.0.1', '2.0.2', '2.0.3', '2.0.4']) {
      await acme.register({ app, version: number });
      const [installed, removed] = await Promise.all([
        other.post(INSTALLED, { app: `${app}-${number}` }),
        acme.delete(version(number)),
      ]);
      const isInstalled = installed.status < 300;
      expect([installed.status, removed.status]).toEqual(
        isInstalled ? [installed.status, 409] : [404, 200],
      );
    }
  });

  it('is named, and is the organization’s own', async () => {
    expect(codes((await acme.delete(`${APPS}/${app}`).expect(400)).body)).toEqual([
      'invalid_parameter',
    ]);
    await acme.delete(`${APPS}/${app}-latest`).expect(400);
    for (const path of ['/yank', '/deprecation']) {
      await other.post(version('1.0.0', path), { reason: 'x', message: 'x' }).expect(400);
    }
    await other.post(version('1.0.0', '/yank'), { reason: 'x' }).expect(403);
    await other.delete(version('1.0.0')).expect(403);
  });
});

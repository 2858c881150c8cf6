import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type RunningRegistry, startRegistry, uniqueName } from '../../testing/start-registry.ts';

let registry: RunningRegistry;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

it('has the roles of the platform, and those that installed apps ask for, in words', async () => {
  const acme = await registry.newCaller();
  const app = uniqueName('points');
  await acme.register({
    app,
    title: 'Loyalty points',
    roles: ['org.permission.customer.read', 'org.permission.apps'],
  });
  const known = async () => (await acme.get('/v1/roles').expect(200)).body.data.attributes.roles;
  const platform = await known();
  expect(platform.map(({ role }: { role: string }) => role)).toEqual([
    'org.admin.api_keys',
    'org.admin.apps',
    'org.admin.audit',
    'org.admin.users',
    'org.permission.apps',
  ]);
  await acme.post('/v1/apps/installed', { app }).expect(201);
  const apps = [{ name: app, title: 'Loyalty points' }];
  const extended = await known();
  expect(extended).toHaveLength(6);
  expect(extended).toContainEqual({
    role: 'org.permission.customer.read',
    description: 'Read customers',
    apps,
  });
  expect(extended).toContainEqual(expect.objectContaining({ role: 'org.permission.apps', apps }));
});

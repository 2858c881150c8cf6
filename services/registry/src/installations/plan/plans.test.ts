import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PLAN = '/v1/apps/plan';
const INSTALLED = '/v1/apps/installed';

let registry: RunningRegistry;
let acme: Caller;
let app: string;
/** Of the app, which one organization alone can have. */
let identifier: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  registry.now.value = new Date();
  acme = await registry.newCaller();
  app = uniqueName('planned');
  identifier = uniqueName('id').replace('_', '');
  await acme.register({
    app,
    version: '1.0.0',
    identifier,
    roles: ['org.permission.customer'],
    klasses: customer('pointsNum', 'levelStr'),
    outboundWebhooks: [{ name: 'orders', url: 'https://apps.example.com/orders' }],
  });
});

function customer(...names: string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, { displayName: name }]));
  return [{ name: 'customer', metadata: { standard: true, properties } }];
}

async function plan(request: object, caller = acme) {
  const { body } = await caller.post(PLAN, { app, ...request }).expect(200);
  return body.data;
}

const codes = (body: { errors: { code: string }[] }) => body.errors.map(({ code }) => code);

describe('a plan', () => {
  it('of a first installation names what appears', async () => {
    const { type, id, attributes } = await plan({});
    expect(type).toBe('plan');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(attributes).toMatchObject({
      app,
      from: null,
      to: '1.0.0',
      attributes: [
        { klass: 'customer', name: `@${identifier}PointsNum`, change: 'added', alsoProvidedBy: [] },
        { klass: 'customer', name: `@${identifier}LevelStr`, change: 'added', alsoProvidedBy: [] },
      ],
      roles: { before: [], after: ['org.permission.customer'], added: ['org.permission.customer'] },
      grants: { active: 0, ended: 0 },
      tokens: 'none',
      webhooks: [{ component: 'outboundWebhooks', name: 'orders', change: 'added' }],
      problems: [],
    });
  });

  it('of an upgrade names what appears, disappears, changes its type and waits', async () => {
    await acme.install(app);
    await acme.register({
      app,
      version: '2.0.0',
      roles: ['org.permission.customer', 'org.permission.conversation'],
      klasses: customer('pointsStr', 'newBool'),
    });
    const { attributes } = await plan({ to: '2.0.0' });
    expect(attributes.attributes).toMatchObject([
      {
        name: `@${identifier}PointsStr`,
        change: 'type_changed',
        before: `@${identifier}PointsNum`,
      },
      { name: `@${identifier}NewBool`, change: 'added' },
      { name: `@${identifier}LevelStr`, change: 'removed' },
    ]);
    expect(attributes.roles).toMatchObject({
      added: [],
      removed: [],
      waiting: ['org.permission.conversation'],
    });
    expect(attributes).toMatchObject({ from: '1.0.0', tokens: 'kept' });
    expect(attributes.webhooks).toMatchObject([{ name: 'orders', change: 'removed' }]);
  });

  it('of an uninstallation names what ends, and who stands in the way', async () => {
    await acme.install(app);
    const needy = uniqueName('needy');
    await acme.register({ app: needy, dependencies: [`${app}-^1.0.0`] });
    await acme.install(needy);
    const { attributes } = await plan({ to: null });
    expect(attributes).toMatchObject({ from: '1.0.0', to: null, tokens: 'ended' });
    expect(attributes.roles.removed).toEqual(['org.permission.customer']);
    expect(attributes.dependents).toMatchObject([{ name: needy }]);
    expect(attributes.problems).toMatchObject([{ code: 'dependency_required' }]);
  });

  it('names everything that would refuse the change', async () => {
    await acme.register({ app, version: '1.1.0', dependencies: ['absent-^1.0.0'] });
    await acme.post(`/v1/apps/available/${app}-1.1.0/yank`, { reason: 'Broken.' }).expect(200);
    const { attributes } = await plan({ to: '1.1.0' });
    expect(attributes.problems.map(({ code }: { code: string }) => code)).toEqual([
      'dependency_missing',
      'version_yanked',
    ]);
  });

  it('names other apps that provide an attribute, so that two write it or it stays', async () => {
    const twin = uniqueName('twin');
    await acme.register({ app: twin, identifier, klasses: customer('pointsNum') });
    const { attributes } = await plan({});
    expect(attributes.attributes[0].alsoProvidedBy).toContain(twin);
    expect(attributes.attributes[1].alsoProvidedBy).toEqual([]);
  });

  it('refuses what cannot be planned', async () => {
    await acme.post(PLAN, { app, to: null }).expect(404);
    const missing = await acme.post(PLAN, { app, to: '9.9.9' }).expect(404);
    expect(missing.body.errors[0].source).toEqual({ pointer: '/to' });
    const versioned = await acme.post(PLAN, { app: `${app}-1.0.0` }).expect(400);
    expect(versioned.body.errors[0].detail).toContain(`{"app":"${app}","to":"1.0.0"}`);
    await acme.post(PLAN, { to: '1.0.0' }).expect(400);
  });
});

describe('a change that is bound to a plan', () => {
  it('installs what was planned, though a later version came since', async () => {
    const { id } = await plan({});
    await acme.register({ app, version: '1.1.0' });
    const { body } = await acme.post(INSTALLED, { app, plan: id }).expect(201);
    expect(body.data.attributes.version).toBe('1.0.0');
  });

  it('is refused with the difference where something changed since', async () => {
    const { id } = await plan({});
    const other = uniqueName('other');
    await acme.register({ app: other, identifier, klasses: customer('levelStr') });
    const { body } = await acme.post(INSTALLED, { app, plan: id }).expect(409);
    expect(codes(body)).toEqual(['plan_outdated']);
    const [error] = body.errors;
    expect(error.source).toEqual({ pointer: '/plan' });
    expect(error.meta.difference.map(({ part }: { part: string }) => part)).toEqual(['attributes']);
    await acme.post(INSTALLED, { app, plan: (await plan({})).id }).expect(201);
  });

  it('is refused where the plan is for another move, another organization, or gone', async () => {
    await acme.register({ app, version: '1.1.0' });
    const { id } = await plan({ to: '1.0.0' });
    const refuse = async (request: object, caller = acme) => {
      const { body } = await caller.post(INSTALLED, request).expect(409);
      expect(codes(body)).toEqual(['plan_outdated']);
    };
    await refuse({ app: `${app}-1.1.0`, plan: id });
    const another = uniqueName('another');
    await acme.register({ app: another });
    await refuse({ app: `${another}-0.0.1`, plan: id });
    await refuse({ app, plan: id }, await registry.newCaller());
    await refuse({ app, plan: '00000000-0000-4000-8000-000000000000' });
    await acme.post(INSTALLED, { app, plan: 'none' }).expect(400);
    registry.now.value = new Date(registry.now.value.getTime() + 2 * 86_400_000);
    await refuse({ app, plan: id });
  });

  it('is refused where it allows other roles than the plan says', async () => {
    const { id } = await plan({});
    const { body } = await acme.post(INSTALLED, { app, roles: [], plan: id }).expect(409);
    expect(body.errors[0].meta.difference).toMatchObject([{ part: 'roles' }]);
  });

  it('uninstalls what was planned, and is refused for a plan of an installation', async () => {
    const installation = await plan({});
    await acme.install(app);
    const wrong = await acme.delete(`${INSTALLED}/${app}?plan=${installation.id}`).expect(409);
    expect(codes(wrong.body)).toEqual(['plan_outdated']);
    const { id } = await plan({ to: null });
    const mixed = await acme.post(INSTALLED, { app: `${app}-1.0.0`, plan: id }).expect(409);
    expect(codes(mixed.body)).toEqual(['plan_outdated']);
    await acme.delete(`${INSTALLED}/${app}?plan=${id}`).expect(204);
  });
});

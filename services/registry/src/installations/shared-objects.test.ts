import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';

const INSTALLED = '/v1/apps/installed';
let registry: RunningRegistry;
let acme: Caller;
let first: string;
let second: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  first = uniqueName('first');
  second = uniqueName('second');
  const standard = { name: 'customer', metadata: { standard: true, properties: { aStr: {} } } };
  await acme.register({ app: first, klasses: [{ name: 'parcel' }, { name: 'depot' }, standard] });
  await acme.register({ app: second, klasses: [{ name: 'parcel' }, standard] });
});

type Warned = { code: string; detail: string }[] | undefined;

function shared(warnings: Warned = []): string[] {
  return warnings
    .filter(({ code }) => code === 'shared_custom_object')
    .map(({ detail }) => detail.split(', so')[0] ?? '');
}

describe('two apps that define one custom object', () => {
  it('are named at the installation of the second, and in its plan', async () => {
    const alone = await acme.post(INSTALLED, { app: first }).expect(201);
    expect(alone.body.meta).toEqual({ outcome: 'installed' });
    const expected = [`${second} and ${first} both define the custom object 'parcel'`];
    const plan = await acme.post('/v1/apps/plan', { app: second }).expect(200);
    expect(shared(plan.body.data.attributes.warnings)).toEqual(expected);
    expect(plan.body.data.attributes.problems).toEqual([]);
    const body = { app: second, plan: plan.body.data.id };
    const installed = await acme.post(INSTALLED, body).expect(201);
    expect(shared(installed.body.meta.warnings)).toEqual(expected);
  });

  it('are named where one is installed with another app as its dependency', async () => {
    const whole = uniqueName('whole');
    await acme.register({ app: whole, dependencies: [`${first}-*`], klasses: [{ name: 'depot' }] });
    const body = { app: whole, withDependencies: true };
    const installed = await acme.post(INSTALLED, body).expect(201);
    expect(shared(installed.body.meta.warnings)).toEqual([
      `${first} and ${whole} both define the custom object 'depot'`,
    ]);
  });

  it('are no matter in another organization, or after one is uninstalled', async () => {
    await acme.install(first);
    const other = await registry.newCaller();
    const there = await other.post(INSTALLED, { app: second }).expect(201);
    expect(shared(there.body.meta.warnings)).toEqual([]);
    await acme.delete(`${INSTALLED}/${first}`).expect(204);
    const here = await acme.post(INSTALLED, { app: second }).expect(201);
    expect(shared(here.body.meta.warnings)).toEqual([]);
  });
});

it('an installation says what it changed', async () => {
  const outcomes: string[] = [];
  await acme.register({ app: first, version: '0.0.2' });
  for (const app of [`${first}-0.0.1`, `${first}-0.0.1`, first, first]) {
    const { body } = await acme.post(INSTALLED, { app });
    outcomes.push(body.meta.outcome);
  }
  expect(outcomes).toEqual(['installed', 'unchanged', 'changed', 'unchanged']);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  app = uniqueName('diff');
  await acme.register({ app, version: '1.0.0', actions: [{ name: 'find' }], roles: ['org.a'] });
  await acme.register({ app, version: '1.1.0', actions: [{ name: 'cancel' }] });
});

const diff = (query = '', caller = acme) => caller.get(`/v1/apps/available/${app}/diff${query}`);

describe('the difference of two versions', () => {
  it('lists each component with what its change requires, of the two highest versions', async () => {
    const { body } = await diff().expect(200);
    expect(body.data).toMatchObject({ name: app, from: '1.0.0', to: '1.1.0' });
    expect(body.data.smallestIncrement).toBe('major');
    const { changes } = body.data;
    expect(changes.map((one: { change: string; name: string }) => [one.change, one.name])).toEqual([
      ['added', 'cancel'],
      ['removed', 'find'],
    ]);
  });

  it('names two versions in any order', async () => {
    const { body } = await diff('?from=1.1.0&to=1.0.0').expect(200);
    const [added] = body.data.changes;
    expect(added).toMatchObject({ change: 'added', name: 'find', pointer: '/actions/0' });
  });

  it('of a version and itself is empty, and requires no increment', async () => {
    const { body } = await diff('?from=1.0.0&to=1.0.0').expect(200);
    expect(body.data).toMatchObject({ changes: [], smallestIncrement: null });
  });

  it('counts what a version inherits as its own', async () => {
    const { body } = await diff().expect(200);
    expect(JSON.stringify(body.data.changes)).not.toContain('roles');
    expect(JSON.stringify(body.data.changes)).not.toContain('title');
  });

  it('names the parameter of a version that does not exist', async () => {
    const { body } = await diff('?from=9.9.9&to=1.0.0').expect(404);
    expect(body.errors[0].source).toEqual({ parameter: 'from' });
    const first = await diff('?to=1.0.0').expect(400);
    expect(first.body.errors[0].detail).toContain('has no version before 1.0.0');
  });

  it('of a private app is not there for another organization', async () => {
    const { name } = await acme.register({ app: `${app}_p`, visibility: 'private' });
    const stranger = await registry.newCaller();
    await stranger.get(`/v1/apps/available/${name}/diff`).expect(404);
  });
});

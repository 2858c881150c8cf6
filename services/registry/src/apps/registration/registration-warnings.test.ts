import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/available';
let registry: RunningRegistry;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

async function warnings(definition: object): Promise<unknown[]> {
  const { body } = await acme.post(PATH, { title: 'An app', ...definition }).expect(201);
  return body.meta?.warnings ?? [];
}

describe('an app whose first version does not say who sees it', () => {
  it('is public, with a warning that says so', async () => {
    const app = uniqueName('open');
    expect(await warnings({ app, version: '0.0.1' })).toEqual([
      expect.objectContaining({
        severity: 'warning',
        code: 'public_by_default',
        detail: expect.stringContaining('public'),
        source: { pointer: '/visibility' },
      }),
    ]);
    expect(await warnings({ app, version: '0.0.2' })).toEqual([]);
  });

  it.each(['private', 'public'])('and says %s has none', async (visibility) => {
    expect(await warnings({ app: uniqueName('said'), version: '0.0.1', visibility })).toEqual([]);
  });
});

describe('a dependency that no visible app provides', () => {
  it('is a warning at its place', async () => {
    const other = await registry.newCaller();
    const [seen, hidden] = [uniqueName('seen'), uniqueName('hidden')];
    await other.register({ app: seen, visibility: 'public' });
    await other.register({ app: hidden, visibility: 'private' });
    const dependencies = [`${seen}-^1.0.0`, `${other.privateName(hidden)}-*`, 'nowhere-^1.0.0'];
    const app = { app: uniqueName('needs'), version: '0.0.1', visibility: 'private' };
    expect(await warnings({ ...app, dependencies })).toMatchObject([
      { code: 'unknown_dependency', source: { pointer: '/dependencies/1' } },
      { code: 'unknown_dependency', source: { pointer: '/dependencies/2' } },
    ]);
  });
});

describe('a value under a name of a manifest', () => {
  it('attack: a secret in a refused definition is neither stored, logged nor echoed', async () => {
    const clientSecret = 'hunter2-hunter2-hunter2';
    const definition = { app: uniqueName('leaky'), version: '0.0.1', title: 'x', clientSecret };
    const { text } = await acme.post(PATH, definition).expect(400);
    expect(text).toContain('manifest');
    expect(text).not.toContain(clientSecret);
    expect(registry.logLines.join('')).not.toContain(clientSecret);
    const trail = await registry.auditTrail(acme.organizationId);
    expect(inspect(trail, { depth: null })).not.toContain(clientSecret);
  });
});

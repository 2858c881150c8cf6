import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/installed';
let registry: RunningRegistry;
let acme: Caller;
let a: string;
let b: string;
let c: string;
let top: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  [a = '', b = '', c = '', top = ''] = ['a', 'b', 'c', 'top'].map(uniqueName);
});

const register = (app: string, version: string, dependencies: string[] = [], more: object = {}) =>
  acme.register({ app, version, dependencies, ...more });

const installWith = (app: string) => acme.post(PATH, { app, withDependencies: true });

async function installed(): Promise<string[]> {
  const { body } = await acme.get(PATH).expect(200);
  return body.data.map(({ id }: { id: string }) => id);
}

describe('a refusal for a dependency', () => {
  beforeEach(async () => {
    for (const version of ['1.1.0', '1.2.0', '2.0.0']) await register(a, version);
    await register(top, '1.0.0', [`${a}-^1.0.0`]);
  });

  it('names the highest version that satisfies the rule, and the call that installs it', async () => {
    const { body } = await acme.post(PATH, { app: top }).expect(409);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].code).toBe('dependency_missing');
    const call = `POST /v1/apps/installed {"app":"${a}-1.2.0"}`;
    expect(body.errors[0].detail).toContain(call);
    expect(body.errors[0].detail).not.toContain('2.0.0');
    await acme.post(PATH, { app: `${a}-1.2.0` }).expect(201);
    await acme.post(PATH, { app: top }).expect(201);
  });

  it.each([false, true])(
    'names it where another version is installed: %s',
    async (withDependencies) => {
      await acme.install(a);
      const { body } = await acme.post(PATH, { app: top, withDependencies }).expect(409);
      expect(body.errors[0].code).toBe('dependency_version');
      expect(body.errors[0].detail).toContain(`POST /v1/apps/installed {"app":"${a}-1.2.0"}`);
      expect(await installed()).toEqual([`${a}-2.0.0`]);
    },
  );

  it('says so where no version satisfies the rule', async () => {
    await register(b, '1.0.0', [`${a}-^3.0.0`]);
    for (const withDependencies of [false, true]) {
      const { body } = await acme.post(PATH, { app: b, withDependencies }).expect(409);
      expect(body.errors[0].code).toBe('dependency_missing');
      expect(body.errors[0].detail).toContain(`No version of ${a} satisfies it`);
      expect(body.errors[0].detail).toContain('2.0.0');
    }
  });
});

describe('an installation with its dependencies', () => {
  it('201 installs what is missing, dependencies first', async () => {
    for (const version of ['1.0.0', '1.2.0', '2.0.0']) await register(a, version);
    await register(b, '0.3.0', [`${a}-^1.0.0`]);
    await register(c, '1.0.0');
    await acme.install(c);
    await register(top, '1.0.0', [`${b}-^0.3.0`, `${c}-*`]);
    const { body } = await installWith(top).expect(201);
    expect(body.data.id).toBe(`${top}-1.0.0`);
    expect(body.meta).toEqual({
      outcome: 'installed',
      installedDependencies: [`${a}-1.2.0`, `${b}-0.3.0`],
    });
    const trail = await registry.auditTrail(acme.organizationId);
    const subjects = trail
      .filter(({ action }) => action === 'installation.created')
      .map(({ subject }) => subject);
    expect(subjects).toEqual([`${c}-1.0.0`, `${a}-1.2.0`, `${b}-0.3.0`, `${top}-1.0.0`]);
    expect((await installed()).sort()).toEqual([...subjects].sort());
    const again = await installWith(top).expect(200);
    expect(again.body.meta).toEqual({ outcome: 'unchanged' });
  });

  it('201 with the highest version that satisfies the rules of all', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '2.0.0']) await register(c, version);
    await register(a, '1.0.0', [`${c}->=1.0.0`]);
    await register(b, '1.0.0', [`${c}-<1.2.0`]);
    await register(top, '1.0.0', [`${a}-*`, `${b}-*`]);
    const { body } = await installWith(top).expect(201);
    expect(body.meta.installedDependencies).toContain(`${c}-1.1.0`);
  });

  it('201 with a lower version where the highest leads nowhere', async () => {
    await register(c, '1.0.0');
    await register(c, '2.0.0');
    await register(a, '1.0.0', [`${c}-^1.0.0`]);
    await register(a, '2.0.0', [`${c}-^2.0.0`]);
    await register(b, '1.0.0', [`${c}-^1.0.0`]);
    await register(top, '1.0.0', [`${a}-*`, `${b}-*`]);
    await installWith(top).expect(201);
    expect((await installed()).sort()).toEqual(
      [`${a}-1.0.0`, `${b}-1.0.0`, `${c}-1.0.0`, `${top}-1.0.0`].sort(),
    );
  });

  it('201 with a version that satisfies what is installed', async () => {
    await register(a, '1.0.0');
    await register(b, '1.0.0', [`${a}-^1.0.0`]);
    await acme.install(a);
    await acme.install(b);
    await register(a, '2.0.0');
    await register(c, '1.0.0', [`${a}-^1.0.0`]);
    await register(c, '2.0.0', [`${a}-^2.0.0`]);
    await register(top, '1.0.0', [`${c}-*`]);
    const { body } = await installWith(top).expect(201);
    expect(body.meta.installedDependencies).toEqual([`${c}-1.0.0`]);
  });

  it('409 naming the rules that no version satisfies together, and installs nothing', async () => {
    for (const version of ['1.0.0', '2.0.0']) await register(c, version);
    await register(a, '1.0.0', [`${c}-^1.0.0`]);
    await register(b, '1.0.0', [`${c}-^2.0.0`]);
    await register(top, '1.0.0', [`${a}-*`, `${b}-*`]);
    const { body } = await installWith(top).expect(409);
    expect(body.errors[0].code).toBe('dependency_unresolved');
    for (const rule of [`${c}-^1.0.0`, `${c}-^2.0.0`]) {
      expect(body.errors[0].detail).toContain(rule);
    }
    expect(await installed()).toEqual([]);
  });

  it('409 for a cycle, which is named', async () => {
    await register(top, '1.0.0', [`${a}-*`]);
    await register(a, '1.0.0', [`${b}-*`]);
    await register(b, '1.0.0', [`${a}-*`]);
    const { body } = await installWith(top).expect(409);
    expect(body.errors[0]).toMatchObject({ code: 'dependency_cyclic', meta: { path: [b, a, b] } });
    await register(c, '1.0.0', [`${c}-*`]);
    const self = await installWith(c).expect(409);
    expect(self.body.errors[0]).toMatchObject({
      code: 'dependency_cyclic',
      meta: { path: [c, c] },
    });
    expect(await installed()).toEqual([]);
  });

  it('409 for a dependency that nobody provides, or that cannot work, and installs nothing', async () => {
    await register(top, '1.0.0', ['never_seen-^1.0.0']);
    const unknown = await installWith(top).expect(409);
    expect(unknown.body.errors[0]).toMatchObject({ code: 'dependency_missing' });
    const workflows = [{ name: 'w', steps: [{ action: 'missing' }] }];
    await register(a, '1.0.0');
    await register(b, '1.0.0', [], { workflows });
    await register(c, '1.0.0', [`${a}-*`, `${b}-*`]);
    const { body } = await installWith(c).expect(409);
    expect(body.errors[0]).toMatchObject({ code: 'component_defective' });
    expect(body.errors[0].detail).toContain(b);
    expect(await installed()).toEqual([]);
  });

  it('409 for a chain of more than 100 apps', async () => {
    const names = Array.from({ length: 103 }, () => uniqueName('chain'));
    for (const [index, app] of names.entries()) {
      const next = names[index + 1];
      await register(app, '1.0.0', next ? [`${next}-*`] : []);
    }
    const { body } = await installWith(String(names[0])).expect(409);
    expect(body.errors[0].detail).toContain('100 apps');
    const shorter = await installWith(String(names[2])).expect(201);
    expect(shorter.body.meta.installedDependencies).toHaveLength(100);
  });

  it('409 soon for rules that have no solution among many versions', async () => {
    const names = Array.from({ length: 8 }, () => uniqueName('wide'));
    for (const [index, app] of names.entries()) {
      const next = names[index + 1] ?? 'never_seen';
      for (const patch of [1, 2, 3, 4]) await register(app, `1.0.${patch}`, [`${next}-*`]);
    }
    const { body } = await installWith(String(names[0])).expect(409);
    expect(body.errors[0].detail).toContain('200 attempts');
  });

  it('409 for a thousand rules on an app of many versions, again and again', async () => {
    await register(a, '1.0.0');
    const session = await registry.adapter.connect();
    await session.executeScript(`
      INSERT INTO app_version (app_id, version, precedence, definition, added_fields, title,
                               dependencies, defects)
      SELECT id, '1.' || n || '.0', '1.' || n || '.0', '{}', '{}', 'An app', '{}', '[]'
      FROM app, generate_series(1, 500) n WHERE name = '${a}'`);
    await session.dispose();
    const rules = Array.from({ length: 999 }, (_, index) => `${a}->=1.0.${index} <3`);
    rules.push(`${a}-<0.1.0`);
    await register(b, '1.0.0', rules);
    await register(b, '1.0.1', rules);
    await register(b, '1.0.2', rules);
    await register(top, '1.0.0', [`${b}-*`]);
    const { body } = await installWith(top).expect(409);
    expect(body.errors[0].detail).toContain('comparisons');
    // It is the 501st from the top, and so is not looked at.
    await register(c, '1.0.0', [`${a}-1.0.0`]);
    const { body: lowest } = await installWith(c).expect(409);
    expect(lowest.errors[0].detail).toContain(`No version of ${a} satisfies it`);
  });

  it('400 for a body with a text in its place', async () => {
    const body = { app: top, withDependencies: 'yes', visibility: 'secret' };
    const answer = await acme.post(PATH, body).expect(400);
    expect(answer.body.errors).toHaveLength(2);
  });
});

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

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
});

async function installedVersions(caller: Caller): Promise<Record<string, string>> {
  const { body } = await caller.get(PATH).expect(200);
  return Object.fromEntries(
    body.data.map(({ attributes }: { attributes: { name: string; version: string } }) => [
      attributes.name,
      attributes.version,
    ]),
  );
}

async function installers(caller: Caller): Promise<Record<string, unknown>> {
  const { body } = await caller.get(PATH).expect(200);
  return Object.fromEntries(
    body.data.map(({ attributes }: { attributes: { name: string; installedBy: unknown } }) => [
      attributes.name,
      attributes.installedBy,
    ]),
  );
}

describe('installing an app', () => {
  it('201 with the highest version for a name alone', async () => {
    const app = uniqueName('tool');
    await acme.register({ app });
    await acme.register({ app, version: '0.2.0' });
    const { body } = await acme.post(PATH, { app }).expect(201);
    expect(body.data).toMatchObject({
      type: 'installed_app',
      id: `${app}-0.2.0`,
      attributes: {
        name: app,
        version: '0.2.0',
        latestVersion: '0.2.0',
        compatibleVersion: null,
        title: 'An app',
      },
    });
    expect(await installedVersions(acme)).toEqual({ [app]: '0.2.0' });
  });

  it('201 with the version that is named, 200 for an upgrade and for a repetition', async () => {
    const app = uniqueName('tool');
    await acme.register({ app });
    await acme.register({ app, version: '0.2.0' });
    await acme.post(PATH, { app: `${app}-0.0.1` }).expect(201);
    await acme.post(PATH, { app: `${app}-0.0.1` }).expect(200);
    await acme.post(PATH, { app }).expect(200);
    expect(await installedVersions(acme)).toEqual({ [app]: '0.2.0' });
    const trail = await registry.auditTrail(acme.organizationId);
    const actions = trail
      .map(({ action }) => action)
      .filter((one) => one.startsWith('installation'));
    expect(actions).toEqual(['installation.created', 'installation.changed']);
  });

  it('says who installed the app, also after another one has upgraded it', async () => {
    const app = uniqueName('tool');
    await acme.register({ app });
    await acme.install(app);
    const [created] = (await registry.auditTrail(acme.organizationId)).slice(-1);
    const installedBy = { type: 'api_key', id: created?.actorId };
    expect(await installers(acme)).toEqual({ [app]: installedBy });
    await acme.register({ app, version: '0.2.0' });
    const other = await registry.keyFor(acme.organizationId, ['org.admin.apps']);
    const { body } = await other.post(PATH, { app }).expect(200);
    expect(body.data.attributes).toMatchObject({ version: '0.2.0', installedBy });
    expect(await installers(acme)).toEqual({ [app]: installedBy });
  });

  it('does not know who installed an app with a release that did not store it', async () => {
    const app = uniqueName('tool');
    await acme.register({ app });
    await acme.install(app);
    const session = await registry.adapter.connect();
    await session.executeScript(
      `UPDATE installation SET installed_by = NULL WHERE organization_id = '${acme.organizationId}'`,
    );
    expect(await installers(acme)).toEqual({ [app]: null });
  });

  it("404 for another organization's private app, 201 for its public one", async () => {
    const other = await registry.newCaller();
    const app = uniqueName('tool');
    const hidden = uniqueName('hidden');
    await other.register({ app });
    await other.register({ app: hidden, visibility: 'private' });
    await acme.post(PATH, { app: other.privateName(hidden) }).expect(404);
    await acme.post(PATH, { app }).expect(201);
  });

  it('400 for a body that names no app', async () => {
    await acme.post(PATH, {}).expect(400);
    const { body } = await acme.post(PATH, { app: 5, extra: true }).expect(400);
    expect(body.errors).toHaveLength(2);
  });

  it('409 for a component that cannot work, until a corrected version', async () => {
    const app = uniqueName('broken');
    await acme.register({ app, workflows: [{ name: 'w', steps: [{ action: 'missing' }] }] });
    const { body } = await acme.post(PATH, { app }).expect(409);
    expect(body.errors[0]).toMatchObject({
      code: 'component_defective',
      meta: { code: 'unknown_action' },
    });
    await acme.register({ app, version: '0.0.2' });
    await acme.post(PATH, { app }).expect(201);
  });

  it("409 where another organization's app provides an attribute of the same name here", async () => {
    const other = await registry.newCaller();
    const properties = { nameStr: { displayName: 'x', example: 'x' } };
    const klasses = [{ name: 'customer', metadata: { standard: true, properties } }];
    const identifier = 'same';
    await acme.register({ app: uniqueName('mine'), visibility: 'private', identifier, klasses });
    const app = uniqueName('theirs');
    await other.register({ app, identifier, klasses });
    const { body } = await acme.post(PATH, { app }).expect(409);
    expect(body.errors[0]).toMatchObject({
      code: 'attribute_conflict',
      meta: { name: '@sameNameStr' },
    });
  });
});

describe('dependencies', () => {
  it('are satisfied by installed versions', async () => {
    const [base, app] = [uniqueName('base'), uniqueName('top')];
    await acme.register({ app: base, version: '1.4.2' });
    await acme.register({ app, dependencies: [`${base}-^1.4.0`] });
    await acme.install(base);
    await acme.install(app);
  });

  it('409 naming every rule that fails: missing, unknown and in another version', async () => {
    const [missing, wrong, app] = [uniqueName('missing'), uniqueName('wrong'), uniqueName('top')];
    await acme.register({ app: missing });
    await acme.register({ app: wrong, version: '1.0.0' });
    await acme.install(wrong);
    const dependencies = [`${missing}-^0.0.1`, 'never_seen-1.0.0', `${wrong}-^2.0.0`];
    await acme.register({ app, dependencies });
    const { body } = await acme.post(PATH, { app }).expect(409);
    expect(body.errors).toEqual([
      expect.objectContaining({
        code: 'dependency_missing',
        meta: { app, version: '0.0.1', rule: `${missing}-^0.0.1` },
        detail: expect.stringContaining(`Install ${missing} first`),
      }),
      expect.objectContaining({
        code: 'dependency_missing',
        meta: { app, version: '0.0.1', rule: 'never_seen-1.0.0' },
      }),
      expect.objectContaining({
        code: 'dependency_version',
        meta: { app, version: '0.0.1', rule: `${wrong}-^2.0.0`, found: '1.0.0' },
      }),
    ]);
    expect(await installedVersions(acme)).toEqual({ [wrong]: '1.0.0' });
  });

  it("409 without a trace of another organization's private app", async () => {
    const other = await registry.newCaller();
    const [app, hidden] = [uniqueName('top'), uniqueName('hidden')];
    await other.register({ app: hidden, visibility: 'private', dependencies: ['secret_base-*'] });
    await acme.register({ app, dependencies: [`${other.privateName(hidden)}-*`] });
    const { body } = await acme.post(PATH, { app }).expect(409);
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0].detail).toContain('There is no app');
  });

  it('409 for the missing dependencies of a missing dependency, each with the app of its rule', async () => {
    const [deep, middle, app] = [uniqueName('deep'), uniqueName('middle'), uniqueName('top')];
    await acme.register({ app: deep });
    await acme.register({ app: middle, dependencies: [`${deep}-*`] });
    await acme.register({ app, dependencies: [`${middle}-*`] });
    const { body } = await acme.post(PATH, { app }).expect(409);
    expect(body.errors.map((error: { meta: { app: string } }) => error.meta.app)).toEqual([
      app,
      middle,
    ]);
  });

  it('409 for a cycle, of one app, of two, and of three', async () => {
    for (const length of [1, 2, 3]) {
      const names = Array.from({ length }, (_, index) => uniqueName(`cycle${index}`));
      for (const [index, app] of names.entries()) {
        await acme.register({ app, dependencies: [`${names[(index + 1) % length]}-*`] });
      }
      const { body } = await acme.post(PATH, { app: names[0] }).expect(409);
      const cyclic = body.errors.find(
        (error: { code: string }) => error.code === 'dependency_cyclic',
      );
      expect(cyclic.meta.path).toEqual([...names, names[0]]);
    }
  });

  it('409 for an upgrade that would break an installed app, naming its rule', async () => {
    const [base, top] = [uniqueName('base'), uniqueName('top')];
    await acme.register({ app: base, version: '1.0.0' });
    await acme.register({ app: top, dependencies: [`${base}-^1.0.0`] });
    await acme.install(base);
    await acme.install(top);
    await acme.register({ app: base, version: '2.0.0' });
    const { body } = await acme.post(PATH, { app: base }).expect(409);
    expect(body.errors).toEqual([
      expect.objectContaining({
        code: 'dependency_version',
        meta: { app: top, version: '0.0.1', rule: `${base}-^1.0.0`, found: '2.0.0' },
      }),
    ]);
  });

  it('end in a refusal, not in endless work, for a long chain', async () => {
    const names = Array.from({ length: 30 }, () => uniqueName('chain'));
    for (const [index, app] of names.entries()) {
      const next = names[index + 1];
      await acme.register({ app, dependencies: next ? [`${next}-*`] : [] });
    }
    const { body } = await acme.post(PATH, { app: names[0] }).expect(409);
    expect(body.errors).toHaveLength(29);
  });
});

describe('uninstalling an app', () => {
  it('204, and 404 the second time', async () => {
    const app = uniqueName('gone');
    await acme.register({ app });
    await acme.install(app);
    await acme.delete(`${PATH}/${app}`).expect(204);
    await acme.delete(`${PATH}/${app}`).expect(404);
    expect(await installedVersions(acme)).toEqual({});
  });

  it('409 naming the apps that depend on it', async () => {
    const [base, one, two] = [uniqueName('base'), uniqueName('one'), uniqueName('two')];
    await acme.register({ app: base });
    await acme.install(base);
    for (const app of [one, two]) {
      await acme.register({ app, dependencies: [`${base}-^0.0.1`] });
      await acme.install(app);
    }
    const { body } = await acme.delete(`${PATH}/${base}`).expect(409);
    expect(body.errors).toEqual(
      [one, two].map((app) =>
        expect.objectContaining({
          code: 'dependency_required',
          detail: expect.stringContaining(app),
        }),
      ),
    );
    await acme.delete(`${PATH}/${one}`).expect(204);
    await acme.delete(`${PATH}/${two}`).expect(204);
    await acme.delete(`${PATH}/${base}`).expect(204);
  });

  it('does not race an installation that depends on it', async () => {
    const [base, top] = [uniqueName('base'), uniqueName('top')];
    await acme.register({ app: base });
    await acme.register({ app: top, dependencies: [`${base}-*`] });
    for (let round = 0; round < 5; round += 1) {
      await acme.install(base);
      const [removal] = await Promise.all([
        acme.delete(`${PATH}/${base}`),
        acme.post(PATH, { app: top }),
      ]);
      const installed = await installedVersions(acme);
      if (installed[top]) expect(installed[base]).toBeDefined();
      else expect(removal.status).toBe(204);
      if (installed[top]) await acme.delete(`${PATH}/${top}`).expect(204);
      if (installed[base]) await acme.delete(`${PATH}/${base}`).expect(204);
    }
  });
});

describe('listing installed apps', () => {
  it('200 in pages', async () => {
    const names = ['alpha', 'beta', 'gamma'].map(uniqueName);
    for (const app of names) {
      await acme.register({ app });
      await acme.install(app);
    }
    const first = await acme.get(`${PATH}?page[size]=2`).expect(200);
    expect(first.body.data).toHaveLength(2);
    const { after } = first.body.meta.page;
    const second = await acme.get(`${PATH}?page[size]=2&page[after]=${after}`).expect(200);
    expect(second.body.data.map(({ id }: { id: string }) => id)).toEqual([`${names[2]}-0.0.1`]);
    expect(second.body.meta.page.after).toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let acme: Caller;
let other: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  [acme, other] = await Promise.all([registry.newCaller(), registry.newCaller()]);
});
afterAll(() => registry.close());

const changes = {
  title: 'New title',
  iconUrl: 'https://cdn.example.com/icon.png',
  description: 'New\\ndescription',
  vendor: 'Acme',
  website: 'https://acme.example.com',
  screenshots: ['https://cdn.example.com/1.png'],
  instructions: 'Open the settings.',
  releaseNotesUrl: 'https://acme.example.com/notes',
  postInstallMessage: 'Welcome.',
};

describe('updating a version without a new version', () => {
  it.each(['patch', 'post'] as const)('200 by %s, with every field of the list', async (method) => {
    const app = uniqueName('described');
    await acme.register({ app, commands: [{ name: 'kept' }] });
    const path = `/v1/apps/available/${app}-0.0.1`;
    const { body } = await acme[method](path, changes).expect(200);
    expect(body.data.attributes).toMatchObject({ ...changes, commands: [{ name: 'kept' }] });
    const read = await acme.get(path).expect(200);
    expect(read.body.data).toEqual(body.data);
  });

  it('200 for -latest: the highest release, and no other version', async () => {
    const app = uniqueName('latest');
    await acme.register({ app });
    await acme.register({ app, version: '0.1.0' });
    await acme.register({ app, version: '0.2.0-beta.1' });
    const path = `/v1/apps/available/${app}-latest`;
    const { body } = await acme.patch(path, { title: 'Changed' }).expect(200);
    expect(body.data.id).toBe(`${app}-0.1.0`);
    const older = await acme.get(`/v1/apps/available/${app}-0.0.1`).expect(200);
    expect(older.body.data.attributes.title).toBe('An app');
  });

  it('200 for a private app, by its namespaced name', async () => {
    const app = uniqueName('private');
    await acme.register({ app, visibility: 'private' });
    const path = `/v1/apps/available/${acme.privateName(app)}-0.0.1`;
    await acme.patch(path, { vendor: 'Acme' }).expect(200);
  });

  it.each(['patch', 'post'] as const)(
    '200 by %s with warnings about the changed fields, as at registration',
    async (method) => {
      const app = uniqueName('warned');
      const workflows = [{ name: 'w', steps: [{ action: 'missing' }] }];
      await acme.register({ app, workflows, iconUrl: 'no URL' });
      const path = `/v1/apps/available/${app}-0.0.1`;
      const bad = { website: 'also none', screenshots: ['https://a.example/1.png', 'neither'] };
      const { body } = await acme[method](path, bad).expect(200);
      const registered = await acme
        .post('/v1/apps/available', { app, version: '0.0.2', ...bad })
        .expect(201);
      expect(body.meta.warnings).toEqual(registered.body.meta.warnings);
      expect(body.meta.warnings).toHaveLength(2);
      const good = await acme[method](path, { website: 'https://a.example' }).expect(200);
      expect(good.body.meta).toBeUndefined();
    },
  );

  it('400 naming every field that cannot change', async () => {
    const app = uniqueName('fixed');
    await acme.register({ app });
    const path = `/v1/apps/available/${app}-0.0.1`;
    const { body } = await acme
      .patch(path, { version: '2.0.0', tags: ['ai'], title: 5 })
      .expect(400);
    const pointers = body.errors.map(
      (error: { source: { pointer: string } }) => error.source.pointer,
    );
    expect(pointers.sort()).toEqual(['/tags', '/title', '/version']);
  });

  it('400 for a description of more than 32768 characters', async () => {
    const app = uniqueName('wordy');
    await acme.register({ app });
    const path = `/v1/apps/available/${app}-0.0.1`;
    await acme.patch(path, { description: 'x'.repeat(32_768) }).expect(200);
    const { body } = await acme.patch(path, { description: 'x'.repeat(32_769) }).expect(400);
    expect(body.errors).toMatchObject([{ source: { pointer: '/description' } }]);
  });

  it('200 for a version from before its texts were bounded', async () => {
    const app = uniqueName('older');
    await acme.register({ app });
    const session = await registry.adapter.connect();
    await session.executeScript(`
      UPDATE app_version SET definition = json_build_object(
        'app', '${app}', 'version', '0.0.1', 'description', repeat('x', 100000), 'klasses',
        json_build_array(json_build_object('name', 'user', 'metadata', json_build_object('standard',
          true, 'properties', json_build_object('aNum',
            json_build_object('displayName', repeat('x', 100000)))))))
      WHERE app_id = (SELECT id FROM app WHERE name = '${app}')`);
    await session.dispose();
    const path = `/v1/apps/available/${app}-0.0.1`;
    const { body } = await acme.patch(path, { vendor: 'Acme' }).expect(200);
    expect(body.data.attributes.description).toHaveLength(100_000);
    const read = await acme.get(path).expect(200);
    expect(read.body.data).toEqual(body.data);
  });

  it("404 for another organization's private app, 403 for its public one", async () => {
    const app = uniqueName('guarded');
    const hidden = uniqueName('hidden');
    await other.register({ app });
    await other.register({ app: hidden, visibility: 'private' });
    await acme.patch(`/v1/apps/available/${app}-0.0.1`, changes).expect(403);
    await acme.patch(`/v1/apps/available/${other.privateName(hidden)}-0.0.1`, changes).expect(404);
  });

  it('404 for a version that is not registered, naming the highest', async () => {
    const app = uniqueName('missing');
    await acme.register({ app });
    const { body } = await acme.patch(`/v1/apps/available/${app}-9.0.0`, changes).expect(404);
    expect(body.errors[0].detail).toContain('0.0.1');
  });

  it('400 for a path that is no version', async () => {
    const { body } = await acme.patch('/v1/apps/available/name-1.x', changes).expect(400);
    expect(body.errors[0]).toMatchObject({ source: { parameter: 'appVersion' } });
  });

  it('loses no field when two updates meet', async () => {
    const app = uniqueName('met');
    await acme.register({ app });
    const path = `/v1/apps/available/${app}-0.0.1`;
    const fields = Object.entries(changes);
    await Promise.all(
      fields.map(([field, value]) => acme.patch(path, { [field]: value }).expect(200)),
    );
    const { body } = await acme.get(path).expect(200);
    expect(body.data.attributes).toMatchObject(changes);
  });

  it('leaves the fields before and after in the audit row', async () => {
    const app = uniqueName('audited');
    await acme.register({ app });
    await acme.patch(`/v1/apps/available/${app}-0.0.1`, { title: 'After' }).expect(200);
    const trail = await registry.auditTrail(acme.organizationId);
    expect(trail.at(-1)).toMatchObject({
      action: 'app_version.described',
      before: { title: 'An app' },
      after: { title: 'After' },
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const AVAILABLE = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
let registry: RunningRegistry;
let acme: Caller;
let other: Caller;
let app: string;
let ofAcme: string;

beforeAll(async () => {
  registry = await startRegistry();
  [acme, other] = await Promise.all([registry.newCaller(), registry.newCaller()]);
});
afterAll(() => registry.close());
beforeEach(() => {
  app = uniqueName('mine');
  ofAcme = acme.privateName(app);
});

/** Every operation that names an app, by its short name. */
const operations: [string, (query: string) => ReturnType<Caller['get']>][] = [
  ['GET', (query) => acme.get(`${AVAILABLE}/${app}${query}`)],
  ['GET of a version', (query) => acme.get(`${AVAILABLE}/${app}-0.0.1${query}`)],
  ['GET of its versions', (query) => acme.get(`${AVAILABLE}/${app}/versions${query}`)],
  ['PATCH', (query) => acme.patch(`${AVAILABLE}/${app}-latest${query}`, { vendor: 'Acme' })],
  ['POST', (query) => acme.post(`${AVAILABLE}/${app}-latest${query}`, { vendor: 'Acme' })],
  ['POST of a secret', (query) => acme.post(`${AVAILABLE}/${app}/secret${query}`, {})],
  ['DELETE', (query) => acme.delete(`${INSTALLED}/${app}${query}`)],
];

describe("the short name of the organization's private app", () => {
  beforeEach(async () => {
    await acme.register({ app, visibility: 'private', title: 'Ours' });
  });

  it('means that app where no public app has it', async () => {
    await acme.post(INSTALLED, { app }).expect(201);
    for (const [, operation] of operations) {
      const { status, body } = await operation('');
      expect([200, 204]).toContain(status);
      if (status === 200) expect(JSON.stringify(body.data)).toContain(ofAcme);
    }
    await other.get(`${AVAILABLE}/${app}`).expect(404);
  });

  describe('which is the name of a public app too', () => {
    beforeEach(async () => {
      await other.register({ app, title: 'Theirs' });
    });

    const candidates = () => [
      {
        name: ofAcme,
        visibility: 'private',
        title: 'Ours',
        organization: { id: acme.organizationId, name: 'Acme' },
      },
      {
        name: app,
        visibility: 'public',
        title: 'Theirs',
        organization: { id: other.organizationId, name: 'Acme' },
      },
    ];

    it('409 for an installation, naming both and how to choose', async () => {
      const { body } = await acme.post(INSTALLED, { app }).expect(409);
      expect(body.errors).toEqual([
        expect.objectContaining({
          code: 'ambiguous_app',
          source: { pointer: '/app' },
          meta: { candidates: candidates() },
        }),
      ]);
      expect(body.errors[0].detail).toContain('"visibility": "private" in the body');
      await acme.post(INSTALLED, { app: `${app}-7.0.0` }).expect(409);
    });

    it.each(['private', 'public'])('201 for an installation of the %s one', async (visibility) => {
      const { body } = await acme.post(INSTALLED, { app, visibility }).expect(201);
      expect(body.data.attributes.name).toBe(visibility === 'private' ? ofAcme : app);
      await acme.delete(`${INSTALLED}/${app}?visibility=${visibility}`).expect(204);
    });

    it.each(operations)('409 for %s', async (_, operation) => {
      const { body } = await operation('').expect(409);
      expect(body.errors[0]).toMatchObject({
        code: 'ambiguous_app',
        detail: expect.stringContaining('?visibility=private'),
        meta: { candidates: candidates() },
      });
      await operation('?visibility=secret').expect(400);
    });

    it('reads, describes and removes the one that is chosen', async () => {
      await acme.post(INSTALLED, { app, visibility: 'private' }).expect(201);
      for (const [, operation] of operations) {
        const { status, body } = await operation('?visibility=private');
        expect([200, 204]).toContain(status);
        if (status === 200) expect(JSON.stringify(body.data)).toContain(ofAcme);
      }
      const { body } = await acme.get(`${AVAILABLE}/${app}?visibility=public`).expect(200);
      expect(body.data.attributes).toMatchObject({ name: app, title: 'Theirs' });
      const path = `${AVAILABLE}/${app}-latest?visibility=public`;
      await acme.patch(path, { title: 'x' }).expect(403);
      await acme.get(`${AVAILABLE}/${ofAcme}`).expect(200);
    });

    it('is read by each visibility within the second of the response cache', async () => {
      for (const visibility of ['private', 'public', 'private']) {
        const { body } = await acme.get(`${AVAILABLE}/${app}?visibility=${visibility}`).expect(200);
        expect(body.data.attributes.visibility).toBe(visibility);
        await acme.get(`${AVAILABLE}/${app}`).expect(409);
      }
    });

    it('is not ambiguous for others, who do not see the private one', async () => {
      await other.get(`${AVAILABLE}/${app}`).expect(200);
      const third = await registry.newCaller();
      await third.post(INSTALLED, { app }).expect(201);
    });

    it('is that of the public one in a dependency, with a hint', async () => {
      const top = uniqueName('top');
      await acme.register({ app: top, dependencies: [`${app}-^0.0.1`] });
      const { body } = await acme.post(INSTALLED, { app: top }).expect(409);
      expect(body.errors).toHaveLength(1);
      expect(body.errors[0]).toMatchObject({ code: 'dependency_missing' });
      expect(body.errors[0].detail).toContain(`Did you mean \`${ofAcme}\`?`);
      expect(body.errors[0].detail).toContain(`{"app":"${app}-0.0.1","visibility":"public"}`);
    });
  });

  it('gets a hint in a dependency, and does not satisfy it', async () => {
    const top = uniqueName('top');
    await acme.register({ app: top, dependencies: [`${app}-^0.0.1`] });
    await acme.install(ofAcme);
    const { body } = await acme.post(INSTALLED, { app: top }).expect(409);
    expect(body.errors[0].detail).toContain(`There is no app '${app}'`);
    expect(body.errors[0].detail).toContain(`Did you mean \`${ofAcme}\`?`);
  });

  it('404 with a hint for a public app of that name', async () => {
    const { body } = await acme.get(`${AVAILABLE}/${app}?visibility=public`).expect(404);
    expect(body.errors[0].detail).toContain(`Did you mean the private app '${ofAcme}'?`);
  });
});

describe('one app value, private and public', () => {
  const duplicate = {
    errors: [expect.objectContaining({ code: 'duplicate', source: { parameter: 'app' } })],
  };

  it.each([
    ['private', 'public'],
    ['public', 'private'],
  ])('409 where it is %s and the next is %s', async (first, second) => {
    await acme.register({ app, visibility: first });
    for (const version of ['0.0.1', '0.0.2']) {
      const definition = { app, version, title: 'x', visibility: second };
      const { body } = await acme.post(AVAILABLE, definition).expect(409);
      expect(body).toEqual(duplicate);
      expect(body.errors[0].detail).toContain(`"visibility": "${first}"`);
    }
    const later = await acme.register({ app, version: '0.0.2' });
    expect(later.visibility).toBe(first);
    await acme.register({ app, version: '0.0.3', visibility: first });
  });

  it('409 where the private one is named in full', async () => {
    await acme.register({ app });
    const definition = { app: ofAcme, version: '0.0.1', title: 'x', visibility: 'private' };
    const { body } = await acme.post(AVAILABLE, definition).expect(409);
    expect(body).toEqual(duplicate);
  });

  it('201 for a private app whose value ends in the suffix twice', async () => {
    await acme.register({ app, visibility: 'private' });
    const twice = acme.privateName(app) + ofAcme.slice(app.length);
    const { name } = await acme.register({ app: twice, visibility: 'private' });
    expect(name).toBe(twice);
  });

  it('400 for a public app that names the private one in full', async () => {
    await acme.register({ app, visibility: 'private' });
    const definition = { app: ofAcme, version: '0.0.2', visibility: 'public' };
    const { body } = await acme.post(AVAILABLE, definition).expect(400);
    expect(body.errors[0]).toMatchObject({ source: { pointer: '/app' } });
  });

  it('409 for one of the two where both are registered at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const definition = { app: uniqueName('both'), version: '0.0.1', title: 'x' };
      const answers = await Promise.all(
        ['private', 'public', 'private', 'public'].map((visibility) =>
          acme.post(AVAILABLE, { ...definition, visibility }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const refused = answers.filter(({ status }) => status === 409);
      for (const { body } of refused) expect(body).toEqual(duplicate);
    }
  });

  it('201 where another organization has the public one', async () => {
    await other.register({ app });
    await acme.register({ app, visibility: 'private' });
  });

  it('201 for later versions where both exist since before the rule', async () => {
    const twin = uniqueName('twin');
    await acme.register({ app });
    await acme.register({ app: twin, visibility: 'private' });
    const session = await registry.adapter.connect();
    await session.executeScript(`
      UPDATE app SET name = '${ofAcme}', short_name = NULL WHERE name = '${acme.privateName(twin)}';
      UPDATE app SET short_name = NULL WHERE name = '${app}'`);
    await session.dispose();
    for (const visibility of ['private', 'public']) {
      const later = await acme.register({ app, version: '0.0.2', visibility });
      expect(later.name).toBe(visibility === 'private' ? ofAcme : app);
    }
  });
});

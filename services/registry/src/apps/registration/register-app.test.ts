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
let other: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  [acme, other] = await Promise.all([registry.newCaller(), registry.newCaller()]);
});
afterAll(() => registry.close());

describe('registering an app', () => {
  it('answers 201 with the record of the specification', async () => {
    const app = uniqueName('loyalty');
    const definition = { app, version: '0.0.1', title: 'Loyalty', visibility: 'private' };
    const { body } = await acme.post(PATH, definition).expect(201);
    const name = acme.privateName(app);
    expect(body).toEqual({
      data: {
        type: 'available_app',
        id: `${name}-0.0.1`,
        attributes: {
          ...definition,
          name,
          auth: {},
          redirectUris: [],
          clientId: expect.stringMatching(/^[0-9a-f]{24}$/),
          identifier: expect.stringMatching(/^[a-z][a-z0-9]{7}$/),
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
      },
    });
  });

  it('keeps the definition as its developer wrote it, spaces and escapes and all', async () => {
    const app = uniqueName('written');
    const text = `{ "version": "0.0.1",\n\t"app": "${app}", "title": "Caf\\u00e9 \\/", "meta": { "n": 1e2 } }`;
    const { body } = await acme.post(PATH).type('json').send(text).expect(201);
    expect(body.data.attributes).toMatchObject({ title: 'Café /', meta: { n: 100 } });
    const session = await registry.adapter.connect();
    const { rows } = await session.queryRaw({
      sql: 'SELECT v.definition::text FROM app_version v JOIN app a ON a.id = v.app_id WHERE a.name = $1',
      args: [app],
      argTypes: [{ scalarType: 'string', arity: 'scalar' }],
    });
    await session.dispose();
    expect(rows).toEqual([[text]]);
    const answer = await acme.get(`${PATH}/${app}-0.0.1`).expect(200);
    expect(answer.body.data).toEqual(body.data);
  });

  it('does not namespace a public app', async () => {
    const app = uniqueName('open');
    const attributes = await acme.register({ app });
    expect(attributes).toMatchObject({ name: app, visibility: 'public' });
  });

  it('does not suffix a private name again', async () => {
    const app = uniqueName('again');
    await acme.register({ app, visibility: 'private' });
    const name = acme.privateName(app);
    const later = await acme.register({ app: name, version: '0.0.2', visibility: 'private' });
    expect(later.name).toBe(name);
  });

  it('lets two organizations have a private app of the same app id', async () => {
    const app = uniqueName('shared');
    await acme.register({ app, visibility: 'private' });
    await other.register({ app, visibility: 'private' });
  });

  it('refuses a public name that ends like a private one', async () => {
    const app = other.privateName('taken');
    const { body } = await acme.post(PATH, { app, version: '0.0.1', title: 'x' }).expect(400);
    expect(body.errors[0]).toMatchObject({ source: { pointer: '/app' } });
  });

  it('needs a title on the first version only', async () => {
    const app = uniqueName('titled');
    const { body } = await acme.post(PATH, { app, version: '0.0.1' }).expect(400);
    expect(body.errors[0]).toMatchObject({
      code: 'invalid_definition',
      source: { pointer: '/title' },
    });
    await acme.register({ app, title: 'First' });
    const answer = await acme.post(PATH, { app, version: '0.0.2' }).expect(201);
    expect(answer.body.data.attributes.title).toBe('First');
  });

  it('recovers a private app by app and version alone', async () => {
    const app = uniqueName('broken');
    const first = await acme.register({
      app,
      visibility: 'private',
      redirectUris: ['https://a.example/cb'],
    });
    const { body } = await acme.post(PATH, { app, version: '0.0.2' }).expect(201);
    expect(body.data.attributes).toMatchObject({
      name: acme.privateName(app),
      visibility: 'private',
      clientId: first.clientId,
      identifier: first.identifier,
      redirectUris: ['https://a.example/cb'],
    });
  });

  it('reports warnings of the definition and accepts it', async () => {
    const definition = {
      app: uniqueName('warned'),
      version: '0.0.1',
      title: 'x',
      visibility: 'public',
      workflows: [{ name: 'flow', steps: [{ action: 'no_such_action' }] }],
    };
    const { body } = await acme.post(PATH, definition).expect(201);
    expect(body.meta.warnings).toEqual([
      {
        severity: 'warning',
        code: 'unknown_action',
        title: expect.any(String),
        detail: expect.stringContaining('no_such_action'),
        source: { pointer: '/workflows/0/steps/0/action' },
        meta: { blocksInstallation: true },
      },
    ]);
    expect(body.data.attributes.workflows).toEqual(definition.workflows);
  });

  it('writes an audit row in the same transaction', async () => {
    const app = uniqueName('audited');
    await acme.register({ app });
    const before = await registry.auditTrail(acme.organizationId);
    expect(before.at(-1)).toMatchObject({
      action: 'app_version.registered',
      subject: `${app}-0.0.1`,
    });
    await acme.post(PATH, { app, version: '0.0.1', title: 'x' }).expect(409);
    const after = await registry.auditTrail(acme.organizationId);
    expect(after).toHaveLength(before.length);
  });
});

describe('409 duplicate', () => {
  const duplicate = (parameter: string) => ({
    errors: [
      {
        status: 409,
        code: 'duplicate',
        source: { parameter },
        title: expect.any(String),
        detail: expect.any(String),
        links: { about: 'http://registry.example.com/docs/errors#duplicate' },
      },
    ],
  });

  it('for the same app and version', async () => {
    const app = uniqueName('twice');
    await acme.register({ app });
    const { body } = await acme.post(PATH, { app, version: '0.0.1', title: 'x' }).expect(409);
    expect(body).toEqual(duplicate('app'));
  });

  it('for a lower version that is registered, too', async () => {
    const app = uniqueName('lower');
    await acme.register({ app });
    await acme.register({ app, version: '0.0.2' });
    const { body } = await acme.post(PATH, { app, version: '0.0.1' }).expect(409);
    expect(body).toEqual(duplicate('app'));
  });

  it('for build metadata as the only difference', async () => {
    const app = uniqueName('build');
    await acme.register({ app, version: '1.0.0+one' });
    const { body } = await acme.post(PATH, { app, version: '1.0.0+two' }).expect(409);
    expect(body).toEqual(duplicate('app'));
    await acme.get(`${PATH}/${app}-1.0.0`).expect(200);
  });

  it("for another organization's public app", async () => {
    const app = uniqueName('theirs');
    await other.register({ app });
    const { body } = await acme.post(PATH, { app, version: '0.0.2', title: 'x' }).expect(409);
    expect(body).toEqual(duplicate('app'));
  });

  it("for an identifier that another organization's public app holds", async () => {
    await other.register({ app: uniqueName('holder'), identifier: 'held' });
    await other.register({ app: uniqueName('holder'), identifier: 'held' });
    const definition = {
      app: uniqueName('wants'),
      version: '0.0.1',
      title: 'x',
      identifier: 'held',
    };
    const { body } = await acme.post(PATH, definition).expect(409);
    expect(body).toEqual(duplicate('identifier'));
    await acme.post(PATH, { ...definition, visibility: 'private' }).expect(409);
  });
});

describe('later versions', () => {
  it('keep the identifier, and may leave it out', async () => {
    const app = uniqueName('kept');
    await acme.register({ app, identifier: 'keeper' });
    const { body } = await acme
      .post(PATH, { app, version: '0.0.2', identifier: 'other' })
      .expect(400);
    expect(body.errors[0]).toMatchObject({
      code: 'identifier_changed',
      source: { pointer: '/identifier' },
    });
    const later = await acme.register({ app, version: '0.0.2' });
    expect(later.identifier).toBe('keeper');
  });
});

describe('concurrent registrations', () => {
  const duplicateIdentifier = {
    errors: [expect.objectContaining({ code: 'duplicate', source: { parameter: 'identifier' } })],
  };

  it('of one app and version: exactly one 201, the rest 409', async () => {
    const app = uniqueName('race');
    const definition = { app, version: '0.0.1', title: 'x', visibility: 'private' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => acme.post(PATH, definition)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 409)]);
  });

  it('of first versions without an identifier: one identifier', async () => {
    const app = uniqueName('first');
    const versions = Array.from({ length: 10 }, (_, index) => `0.0.${index + 1}`);
    const answers = await Promise.all(
      versions.map((version) => acme.post(PATH, { app, version, title: 'x' })),
    );
    const accepted = answers.filter(({ status }) => status === 201);
    expect(accepted).toHaveLength(versions.length);
    const identifiers = accepted.map(({ body }) => body.data.attributes.identifier);
    expect(new Set(identifiers).size).toBe(1);
    const { body } = await acme.get(`${PATH}/${app}`).expect(200);
    expect(body.data.attributes.version).toBe('0.0.10');
  });

  it('of one public name by two organizations: one owner', async () => {
    const app = uniqueName('contested');
    const definition = { app, version: '0.0.1', title: 'x' };
    const answers = await Promise.all([acme, other].map((caller) => caller.post(PATH, definition)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('of one identifier by two organizations: one holder, and no app of the other', async () => {
    const identifier = 'disputed';
    const names = [uniqueName('dispute'), uniqueName('dispute')];
    const answers = await Promise.all(
      [acme, other].map((caller, index) =>
        caller.post(PATH, { app: names[index], version: '0.0.1', title: 'x', identifier }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expect(answers[refused]?.body).toEqual(duplicateIdentifier);
    await acme.get(`${PATH}/${names[refused]}`).expect(404);
  });

  it('of higher and higher versions: those that are accepted follow each other', async () => {
    const app = uniqueName('climbing');
    await acme.register({ app });
    const versions = Array.from({ length: 10 }, (_, index) => `0.${index + 1}.0`);
    const answers = await Promise.all(versions.map((version) => acme.post(PATH, { app, version })));
    const accepted = answers.filter(({ status }) => status === 201);
    const { body } = await acme.get(`${PATH}/${app}/versions`).expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
      ...accepted.map(({ body: { data } }) => data.id).reverse(),
      `${app}-0.0.1`,
    ]);
    const trail = await registry.auditTrail(acme.organizationId);
    expect(trail.filter(({ subject }) => subject.startsWith(`${app}-`))).toHaveLength(
      accepted.length + 1,
    );
  });
});

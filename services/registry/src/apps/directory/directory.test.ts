import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/available';
let registry: RunningRegistry;
let acme: Caller;
let other: Caller;

beforeAll(async () => {
  registry = await startRegistry();
  [acme, other] = await Promise.all([registry.newCaller(), registry.newCaller()]);
  await acme.register({ app: 'billing', title: 'Billing', tags: ['ecommerce'] });
  await acme.register({
    app: 'billing',
    version: '0.1.0',
    title: 'Billing 100%',
    tags: ['ecommerce', 'ai'],
  });
  await acme.register({
    app: 'notes',
    title: 'Notes',
    visibility: 'private',
    description: 'Billing notes',
  });
  await other.register({
    app: 'chat',
    title: 'Chat',
    tags: ['messaging'],
    iconUrl: 'https://chat.example/icon.png',
    appDetails: { appDeveloper: { name: 'Chatters' } },
  });
  await other.register({ app: 'secret', title: 'Secret', visibility: 'private' });
  await acme.install('billing-0.0.1');
});
afterAll(() => registry.close());

async function names(query = '', caller = acme): Promise<string[]> {
  const { body } = await caller.get(PATH + query).expect(200);
  return body.data.map(({ attributes }: { attributes: { name: string } }) => attributes.name);
}

function idsOf({ data }: { data: { id: string }[] }): string[] {
  return data.map(({ id }) => id);
}

describe('the app directory', () => {
  it("200 with the organization's private apps and all public ones, in their highest version", async () => {
    const { body } = await acme.get(PATH).expect(200);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
      'billing-0.1.0',
      'chat-0.0.1',
      `${acme.privateName('notes')}-0.0.1`,
    ]);
    expect(body.data[0].attributes).toMatchObject({
      title: 'Billing 100%',
      tags: ['ecommerce', 'ai'],
      installedVersion: '0.0.1',
    });
    expect(body.meta.page.after).toBeNull();
  });

  it('200 with the icon and the developer', async () => {
    const { body } = await acme.get(`${PATH}?q=chat`).expect(200);
    expect(body.data[0].attributes).toMatchObject({
      iconUrl: 'https://chat.example/icon.png',
      developer: 'Chatters',
    });
  });

  it('200 with the organization that owns each app, and whether it is verified', async () => {
    const ownerOf = async (app: string) => {
      const list = await acme.get(`${PATH}?q=${app}`).expect(200);
      const one = await acme.get(`${PATH}/${app}`).expect(200);
      const { organization } = list.body.data[0].attributes;
      expect(one.body.meta).toEqual({ organization });
      return organization;
    };
    const theirs = { id: other.organizationId, name: 'Acme' };
    expect(await ownerOf('chat')).toEqual({ ...theirs, verified: false });
    const path = `/internal/organizations/${other.organizationId}`;
    await registry.internal('operator', 'patch', path, { verified: true }).expect(200);
    expect(await ownerOf('chat')).toEqual({ ...theirs, verified: true });
    const mine = { id: acme.organizationId, name: 'Acme' };
    expect(await ownerOf(acme.privateName('notes'))).toEqual({ ...mine, verified: false });
  });

  it('200 with texts of the length that the schema allows, of an app registered before it did', async () => {
    await other.register({ app: 'wordy', visibility: 'private' });
    const name = other.privateName('wordy');
    const session = await registry.adapter.connect();
    await session.executeScript(`
      UPDATE app_version SET definition = json_build_object('app', 'wordy', 'version', '0.0.1',
        'description', repeat('x', 100000), 'iconUrl', 'https://a.example/' || repeat('x', 2048),
        'appDetails', json_build_object('appDeveloper', json_build_object('name', repeat('x', 999))))
      WHERE app_id = (SELECT id FROM app WHERE name = '${name}')`);
    await session.dispose();
    await other.patch(`${PATH}/${name}-latest`, { vendor: 'Acme' }).expect(200);
    const { body } = await other.get(`${PATH}?q=wordy`).expect(200);
    expect(body.data[0].attributes).toMatchObject({
      description: 'x'.repeat(32_768),
      developer: 'x'.repeat(256),
    });
  });

  it('200 for part of a name, title or description, in any case', async () => {
    expect(await names('?q=BILL')).toEqual(['billing', acme.privateName('notes')]);
    expect(await names('?q=100%25')).toEqual(['billing']);
    expect(await names('?q=_')).toEqual([acme.privateName('notes')]);
    expect(await names('?q=nothing')).toEqual([]);
  });

  it("200 for a tag, the operator's too", async () => {
    expect(await names('?tag=messaging')).toEqual(['chat']);
    await registry
      .internal('operator', 'patch', '/internal/apps/chat/tags', { add: ['featured'] })
      .expect(200, { name: 'chat', tags: ['featured'] });
    expect(await names('?tag=featured')).toEqual(['chat']);
    const { body } = await acme.get(`${PATH}/chat`).expect(200);
    expect(body.data.attributes.tags).toEqual(['messaging', 'featured']);
  });

  it("200 for the organization's own apps alone, blocked ones too, with the other filters", async () => {
    const notes = acme.privateName('notes');
    expect(await names('?owner=own')).toEqual(['billing', notes]);
    expect(await names('?owner=own&q=billing%20100')).toEqual(['billing']);
    expect(await names('?owner=own&tag=ecommerce')).toEqual(['billing']);
    expect(await names('?owner=own&tag=ai&q=notes')).toEqual([]);
    await other.register({ app: 'spam', title: 'Spam' });
    await registry
      .internal('operator', 'put', '/internal/apps/spam/block', { reason: 'Spam.' })
      .expect(200);
    expect(await names('', other)).not.toContain('spam');
    expect(await names('?owner=own&q=spam', other)).toEqual(['spam']);
  });

  it('200 page by page', async () => {
    const { body } = await acme.get(`${PATH}?page[size]=2`).expect(200);
    expect(body.data).toHaveLength(2);
    const rest = await names(`?page[size]=2&page[after]=${body.meta.page.after}`);
    expect(rest).toEqual([acme.privateName('notes')]);
  });

  it.each([
    ['?page[size]=0', 'page[size]'],
    ['?page[size]=101', 'page[size]'],
    ['?page[size]=x', 'page[size]'],
    ['?page[after]=%25%25', 'page[after]'],
    ['?page[after]=aGkgdGhlcmU', 'page[after]'],
    ['?tag=a&tag=b', 'tag'],
    ['?q=%00', 'q'],
    ['?owner=other', 'owner'],
    ['?unknown=1', 'unknown'],
    ['?__proto__=1', '__proto__'],
  ])('400 for %s', async (query, parameter) => {
    const { body } = await acme.get(PATH + query).expect(400);
    expect(body.errors[0]).toMatchObject({ code: 'invalid_parameter', source: { parameter } });
  });
});

describe('the roles that an app may ask for', () => {
  const rolesOf = async (app: string) => {
    const listed = await acme.get(`${PATH}?q=${app}`).expect(200);
    const { body } = await acme.get(`${PATH}/${app}`).expect(200);
    return [listed.body.data[0].attributes.roles, body.data.attributes.roles];
  };

  it('200 with those of the definition, in the listing and in the record', async () => {
    const roles = ['org.permission.customer', 'org.permission.conversation.read'];
    await acme.register({ app: 'modest', roles });
    expect(await rolesOf('modest')).toEqual([roles, roles]);
    await acme.register({ app: 'modest', version: '0.1.0' });
    expect(await rolesOf('modest')).toEqual([roles, roles]);
    await acme.register({ app: 'modest', version: '0.2.0', roles: [] });
    expect(await rolesOf('modest')).toEqual([[], []]);
  });

  it('200 with null for an app that does not say, which its record leaves out', async () => {
    expect(await rolesOf('chat')).toEqual([null, undefined]);
  });

  it('lists what is a role; a warning names what is none', async () => {
    const roles = ['org.permission.customer', 'Everything', 5];
    const definition = { app: 'greedy', version: '0.0.1', title: 'x', roles };
    const { body } = await acme.post(PATH, definition).expect(201);
    const places = body.meta.warnings.map(
      ({ source }: { source: { pointer: string } }) => source.pointer,
    );
    expect(places).toEqual(['/roles/1', '/roles/2', '/visibility']);
    expect(await rolesOf('greedy')).toEqual([['org.permission.customer'], roles]);
  });

  it('400 for more than 200', async () => {
    const roles = Array.from({ length: 201 }, (_, index) => `org.permission.r${index}`);
    const definition = { app: 'endless', version: '0.0.1', title: 'x', roles };
    const { body } = await acme.post(PATH, definition).expect(400);
    expect(body.errors).toMatchObject([{ source: { pointer: '/roles' } }]);
  });
});

describe('the text of an app in the directory', () => {
  const app = 'renamed';
  const found = async (query: string) =>
    (await names(query, other)).includes(other.privateName(app));

  it("is its highest version's, as it was described last", async () => {
    const name = other.privateName(app);
    const visibility = 'private';
    await other.register({ app, visibility, title: 'Heron', description: 'wades' });
    await other.register({ app, visibility, version: '0.1.0', title: 'Plover', tags: ['csat'] });
    expect(await found('?q=heron')).toBe(false);
    expect(await found('?q=wades')).toBe(false);
    await other.patch(`${PATH}/${name}-0.0.1`, { title: 'Ibis' }).expect(200);
    expect(await found('?q=ibis')).toBe(false);
    expect(await found('?q=plove&tag=csat')).toBe(true);
    await other.patch(`${PATH}/${name}-latest`, { title: 'Kestrel' }).expect(200);
    expect(await found('?q=kestrel&tag=csat')).toBe(true);
    await other.post(PATH, { app, version: '0.2.0' }).expect(201);
    expect(await found('?q=KESTREL')).toBe(true);
    expect(await found('?tag=csat')).toBe(false);
  });

  it.each(['k', 'KE', 'kes', '%25', 'カワ', 'カワセミ'])('is found by %s', async (text) => {
    await other.patch(`${PATH}/${other.privateName(app)}-latest`, {
      description: '100% kestrel, カワセミ',
    });
    expect(await found(`?q=${text === '%25' ? text : encodeURIComponent(text)}`)).toBe(true);
  });
});

describe('reading one app', () => {
  it('200 by name, by version and by -latest', async () => {
    for (const path of ['billing', 'billing-0.1.0', 'billing-latest']) {
      const { body } = await acme.get(`${PATH}/${path}`).expect(200);
      expect(body.data.id).toBe('billing-0.1.0');
    }
    const older = await acme.get(`${PATH}/billing-0.0.1`).expect(200);
    expect(older.body.data.attributes.title).toBe('Billing');
  });

  it("404 for another organization's private app", async () => {
    await acme.get(`${PATH}/${other.privateName('secret')}`).expect(404);
    await other.get(`${PATH}/${other.privateName('secret')}`).expect(200);
  });

  it('200 with the versions, the highest first, in pages', async () => {
    const { body } = await acme.get(`${PATH}/billing/versions?page[size]=1`).expect(200);
    expect(body.data[0].id).toBe('billing-0.1.0');
    const after = body.meta.page.after;
    const rest = await acme.get(`${PATH}/billing/versions?page[after]=${after}`).expect(200);
    expect(rest.body.data.map(({ id }: { id: string }) => id)).toEqual(['billing-0.0.1']);
    await acme.get(`${PATH}/${other.privateName('secret')}/versions`).expect(404);
  });

  it('200 with fewer versions than asked for where they come to 4 MiB, and the rest after them', async () => {
    const instructions = 'x'.repeat(1_000_000);
    for (const patch of [0, 1, 2, 3, 4, 5]) {
      await acme.register({ app: 'large', version: `0.0.${patch}`, instructions });
    }
    const path = `${PATH}/large/versions?page[size]=100`;
    const first = await acme.get(path).expect(200);
    expect(idsOf(first.body)).toEqual(['5', '4', '3', '2'].map((patch) => `large-0.0.${patch}`));
    const rest = await acme.get(`${path}&page[after]=${first.body.meta.page.after}`).expect(200);
    expect(idsOf(rest.body)).toEqual(['large-0.0.1', 'large-0.0.0']);
    expect(rest.body.meta.page.after).toBeNull();
  });

  it('200 with one version, however large', async () => {
    await acme.register({ app: 'larger' });
    await acme.register({ app: 'larger', version: '0.1.0' });
    const session = await registry.adapter.connect();
    await session.executeScript(`
      UPDATE app_version SET definition = json_build_object(
        'app', 'larger', 'version', version, 'instructions', repeat('x', 5000000))
      WHERE app_id = (SELECT id FROM app WHERE name = 'larger')`);
    await session.dispose();
    const { body } = await acme.get(`${PATH}/larger/versions`).expect(200);
    expect(idsOf(body)).toEqual(['larger-0.1.0']);
    const rest = await acme.get(`${PATH}/larger/versions?page[after]=${body.meta.page.after}`);
    expect(idsOf(rest.body)).toEqual(['larger-0.0.1']);
    expect(rest.body.meta.page.after).toBeNull();
  });

  it('counts the redirect URIs that a version takes over from the one before', async () => {
    const redirectUris = Array.from(
      { length: 100 },
      (_, index) => `https://app.example/${index}/${'x'.repeat(1900)}`,
    );
    await acme.register({ app: 'silent', redirectUris });
    for (let patch = 2; patch <= 26; patch += 1) {
      await acme.register({ app: 'silent', version: `0.0.${patch}` });
    }
    const { body } = await acme.get(`${PATH}/silent/versions?page[size]=100`).expect(200);
    expect(body.data).toHaveLength(21);
    expect(body.meta.page.after).not.toBeNull();
  });

  it.each([
    ['percent-encoded as itself', 'b%69lling-0.1.0', 200],
    ['an encoded slash', 'billing%2F0.1.0', 400],
    ['NUL', 'billing%00-0.1.0', 400],
    ['invalid UTF-8', '%E0%A4%A', 400],
    ['a version with a leading v', 'billing-v0.1.0', 400],
    ['an empty version', 'billing-', 400],
    ['a full-width digit', 'billing-0.1.%EF%BC%90', 400],
    ['a name of 2,000 characters', 'a'.repeat(2000), 400],
  ])('%s in the path', async (_, path, status) => {
    const { body } = await acme.get(`${PATH}/${path}`).expect(status);
    if (status !== 200) expect(body.errors[0].detail).toBeTruthy();
  });
});

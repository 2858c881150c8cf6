import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const APPS = '/v1/apps/available';
const INSTALLED = '/v1/apps/installed';
const DAY = 86_400_000;

let registry: RunningRegistry;
let acme: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());
beforeEach(async () => {
  registry.now.value = new Date();
  acme = await registry.newCaller();
  app = uniqueName('drafted');
});

const put = (definition: Record<string, unknown>, caller = acme, path = app) =>
  request(registry.publicApp)
    .put(`/v1/apps/drafts/${path}`)
    .auth(caller.apiKey, { type: 'bearer' })
    .send({ app, version: '1.0.0', title: 'Drafted', ...definition });
const installDraft = (caller = acme) => caller.post(INSTALLED, { app, draft: true });

function attribute(name: string) {
  const properties = { [name]: { displayName: name } };
  return { klasses: [{ name: 'customer', metadata: { standard: true, properties } }] };
}

async function registryRecord(caller = acme): Promise<Record<string, { usedBy: object }>> {
  const { body } = await caller.get('/v1/apps/metadata/customer').expect(200);
  return body[0].appInstalledProperties;
}

describe('the list of drafts', () => {
  const listed = async (caller = acme, query = '') => {
    const { body } = await caller.get(`/v1/apps/drafts${query}`).expect(200);
    return body;
  };
  const namesOf = ({ data }: { data: { attributes: { name: string } }[] }) =>
    data.map(({ attributes }) => attributes.name);

  it("has the organization's own, also of registered apps, by name and in pages", async () => {
    const other = await registry.newCaller();
    const names = ['b', 'a', 'c'].map((letter) => `${app}_${letter}`);
    const registered = { version: '0.9.0', title: 'Registered', visibility: 'private' };
    await acme.register({ app: names[0], ...registered });
    for (const name of names) await put({ app: name }, acme, name);
    const ordered = names.toSorted().map(acme.privateName);
    const page = await listed(acme, '?page[size]=2');
    expect(namesOf(page)).toEqual(ordered.slice(0, 2));
    const rest = await listed(acme, `?page[size]=2&page[after]=${page.meta.page.after}`);
    expect(namesOf(rest)).toEqual(ordered.slice(2));
    expect(rest.meta.page.after).toBeNull();
    expect(page.data[0]).toMatchObject({
      type: 'app_draft',
      attributes: { title: 'Drafted', version: '1.0.0+draft' },
    });
    expect(page.data[0].attributes).not.toHaveProperty('definition');
    expect(namesOf(await listed(other))).toEqual([]);
  });

  it('leaves out those that were removed or have expired', async () => {
    await put({});
    await put({ app: `${app}_removed` }, acme, `${app}_removed`);
    await acme.delete(`/v1/apps/drafts/${app}_removed`).expect(204);
    expect(namesOf(await listed())).toEqual([acme.privateName(app)]);
    registry.now.value = new Date(Date.now() + 8 * DAY);
    expect(namesOf(await listed())).toEqual([]);
  });
});

describe('the draft of an app that is not registered', () => {
  it('is installed in its organization, with its attributes, and listed nowhere else', async () => {
    const { body } = await put({ identifier: 'drafta', ...attribute('pointsNum') }).expect(200);
    expect(body.data).toMatchObject({
      type: 'app_draft',
      attributes: { name: acme.privateName(app), identifier: 'drafta', definition: { app } },
    });
    const installed = await installDraft().expect(201);
    const { attributes } = installed.body.data;
    expect(attributes).toMatchObject({
      version: '1.0.0+draft',
      draft: true,
      visibility: 'private',
    });
    expect(Object.keys(await registryRecord())).toEqual(['@draftaPointsNum']);
    const directory = await acme.get(`${APPS}?q=${app}`).expect(200);
    expect(directory.body.data).toEqual([]);
    await acme.get(`${APPS}/${app}`).expect(404);
    await acme.delete(`${INSTALLED}/${app}`).expect(204);
    expect(await registryRecord()).toEqual({});
  });

  it('becomes the app at its registration, private or public, with its client id', async () => {
    const { body } = await put({ visibility: 'public' }).expect(200);
    const { clientId, identifier } = body.data.attributes;
    const registered = await acme.register({ app, version: '1.0.0', visibility: 'public' });
    expect(registered).toMatchObject({ name: app, clientId, identifier, visibility: 'public' });
    const other = await registry.newCaller();
    await other.install(app);
  });

  it('does not stand in the way of another organization with the same app id', async () => {
    await put({}).expect(200);
    const other = await registry.newCaller();
    await put({}, other).expect(200);
    await other.register({ app, version: '1.0.0' });
    const refused = await acme.post(APPS, { app, version: '1.0.0', title: 'Late' }).expect(409);
    expect(refused.body.errors[0].code).toBe('duplicate');
    await acme.register({ app, version: '1.0.0', visibility: 'private' });
  });

  it('needs a title, and is checked as at registration', async () => {
    const untitled = await put({ title: undefined }).expect(400);
    expect(untitled.body.errors[0].source).toEqual({ pointer: '/title' });
    await put({ version: 'one' }).expect(400);
    const elsewhere = await put({}, acme, `${app}_2`).expect(400);
    expect(elsewhere.body.errors[0].source).toEqual({ pointer: '/app' });
  });
});

describe('the draft of a registered app', () => {
  beforeEach(async () => {
    await acme.register({ app, version: '1.0.0', title: 'Registered' });
  });

  it('uses up no version, and is replaced as often as wanted', async () => {
    for (const title of ['One', 'Two', 'Three']) await put({ version: '1.1.0', title }).expect(200);
    const { body } = await acme.get(`/v1/apps/drafts/${app}`).expect(200);
    expect(body.data.attributes.definition.title).toBe('Three');
    const versions = await acme.get(`${APPS}/${app}/versions`).expect(200);
    expect(versions.body.data).toHaveLength(1);
    await acme.register({ app, version: '1.1.0' });
  });

  it('takes the place of the installed version, and a rollback returns to that', async () => {
    await acme.install(app);
    await put({ version: '1.1.0', title: undefined }).expect(200);
    const { body } = await installDraft().expect(200);
    expect(body.data.attributes).toMatchObject({
      version: '1.1.0+draft',
      previousVersion: '1.0.0',
    });
    await put({ version: '1.1.0', title: 'Again' }).expect(200);
    const again = await installDraft().expect(200);
    expect(again.body.data.attributes).toMatchObject({ title: 'Again', previousVersion: '1.0.0' });
    await acme.post(`${INSTALLED}/${app}/rollback`).expect(200);
    const list = await acme.get(INSTALLED).expect(200);
    expect(list.body.data[0].attributes.version).toBe('1.0.0');
    expect(list.body.data[0].attributes.draft).toBeUndefined();
  });

  it('stays installed as it was while a new one is sent', async () => {
    await put({ ...attribute('firstNum') }).expect(200);
    await installDraft().expect(201);
    await put({ ...attribute('secondNum') }).expect(200);
    expect(Object.keys(await registryRecord())[0]).toMatch(/FirstNum$/);
    await installDraft().expect(200);
    expect(Object.keys(await registryRecord())[0]).toMatch(/SecondNum$/);
  });

  it('is not there for another organization, which sees the app', async () => {
    await put({}).expect(200);
    const other = await registry.newCaller();
    await installDraft(other).expect(404);
    await other.get(`/v1/apps/drafts/${app}`).expect(404);
    await other.delete(`/v1/apps/drafts/${app}`).expect(404);
    await put({}, other).expect(409);
  });

  it('can be sent, read and installed many times at once', async () => {
    await put({}).expect(200);
    const read = () => acme.get(`/v1/apps/drafts/${app}`);
    const requests = Array.from({ length: 4 }, (_, number) => [
      put({ title: `Title ${number}` }),
      installDraft(),
      read(),
    ]);
    const answers = await Promise.all(requests.flat());
    expect(answers.filter(({ status }) => status !== 200 && status !== 201)).toEqual([]);
    const fresh = `${app}_fresh`;
    const first = await Promise.all([1, 2, 3].map(() => put({ app: fresh }, acme, fresh)));
    expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('expires after 7 days', async () => {
    await put({}).expect(200);
    registry.now.value = new Date(registry.now.value.getTime() + 7 * DAY + 1);
    const { body } = await installDraft().expect(404);
    expect(body.errors[0].detail).toContain('expired');
    await acme.get(`/v1/apps/drafts/${app}`).expect(404);
  });

  it('can be removed, and planned', async () => {
    await put({ version: '1.1.0', roles: ['org.permission.customer'] }).expect(200);
    const plan = await acme.post('/v1/apps/plan', { app, draft: true }).expect(200);
    expect(plan.body.data.attributes).toMatchObject({ from: null, to: '1.1.0+draft' });
    const bound = { app, draft: true, plan: plan.body.data.id };
    await acme.post(INSTALLED, bound).expect(201);
    await acme.delete(`/v1/apps/drafts/${app}`).expect(204);
    await acme.get(`/v1/apps/drafts/${app}`).expect(404);
    const list = await acme.get(INSTALLED).expect(200);
    expect(list.body.data[0].attributes.draft).toBe(true);
    await acme.delete(`${INSTALLED}/${app}`).expect(204);
  });
});

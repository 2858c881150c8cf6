import { type Listener, listen } from '@app-platform/http-api';
import { OpenedStream } from '@app-platform/testing/http/event-stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../../testing/start-registry.ts';

const PATH = '/v1/apps/transfers';
const DAY_MILLISECONDS = 86_400_000;

let registry: RunningRegistry;
let listener: Listener;
let acme: Caller;
let globex: Caller;
let app: string;

beforeAll(async () => {
  registry = await startRegistry({
    streams: { pollMilliseconds: 50, heartbeatMilliseconds: 50, lifeMilliseconds: 60_000 },
  });
  await registry.start();
  listener = await listen(registry.publicApp, { host: '127.0.0.1', port: 0, drainMilliseconds: 0 });
});
afterAll(async () => {
  await registry.stop();
  await listener.close();
  await registry.close();
});
beforeEach(async () => {
  [acme, globex] = await Promise.all([registry.newCaller(), registry.newCaller()]);
  app = await register(acme);
});

async function register(caller: Caller, definition: object = {}): Promise<string> {
  const name = uniqueName('moving');
  await caller.register({ app: name, ...definition });
  return name;
}

const offer = (to: Caller, from = acme, name = app) =>
  from.post(PATH, { app: name, organizationId: to.organizationId });
const accept = (caller: Caller, name = app) => caller.post(`${PATH}/${name}/acceptance`);
const end = (caller: Caller, name = app) => caller.delete(`${PATH}/${name}`);
const open = async (caller: Caller) => (await caller.get(PATH).expect(200)).body.data;
const registerNext = (caller: Caller, version: string, name = app) =>
  caller.post('/v1/apps/available', { app: name, version });

async function audited({ organizationId }: Caller) {
  const rows = await registry.auditTrail(organizationId);
  return rows.filter(({ action }) => action.includes('transfer')).map(({ action }) => action);
}

async function refusal(answer: PromiseLike<{ status: number; body: { errors: object[] } }>) {
  const { status, body } = await answer;
  return { status, ...body.errors[0] };
}

describe('an offer', () => {
  it('201 for the owner; both sides list it, and a stranger does not', async () => {
    const { body } = await offer(globex).expect(201);
    expect(body.data).toEqual({
      type: 'app_transfer',
      id: expect.stringMatching(/^\d+$/),
      attributes: {
        app,
        title: 'An app',
        from: { id: acme.organizationId, name: 'Acme' },
        to: { id: globex.organizationId, name: 'Acme' },
        offeredAt: expect.any(String),
        expiresAt: expect.any(String),
        acceptedAt: null,
      },
    });
    expect([await open(acme), await open(globex)]).toEqual([[body.data], [body.data]]);
    expect(await open(await registry.newCaller())).toEqual([]);
    expect(await audited(acme)).toEqual(['app.transfer_offered']);
    const [row] = (await registry.auditTrail(globex.organizationId)).slice(-1);
    expect(row).toMatchObject({
      action: 'app.transfer_offered',
      actorType: 'service',
      subject: app,
      address: '',
      after: { from: acme.organizationId, to: globex.organizationId },
    });
  });

  it('200 where it is made again, which changes nothing', async () => {
    const { body } = await offer(globex).expect(201);
    expect((await offer(globex).expect(200)).body).toEqual(body);
    expect(await audited(acme)).toEqual(['app.transfer_offered']);
  });

  it('409 for another organization while it is open', async () => {
    await offer(globex).expect(201);
    const third = await registry.newCaller();
    expect(await refusal(offer(third))).toMatchObject({
      status: 409,
      code: 'app_not_transferable',
      detail: expect.stringContaining(globex.organizationId),
    });
    await end(acme).expect(204);
    await offer(third).expect(201);
  });

  it('409 for a private app and a draft, and says what to do', async () => {
    const ofPrivate = await register(acme, { visibility: 'private' });
    for (const name of [ofPrivate, acme.privateName(ofPrivate)]) {
      expect(await refusal(offer(globex, acme, name))).toMatchObject({
        status: 409,
        code: 'app_not_transferable',
        detail: expect.stringMatching(/carries the id of your organization.*public.*anew/),
        source: { pointer: '/app' },
      });
    }
    const draft = uniqueName('draft');
    const definition = { app: draft, version: '0.0.1', title: 'Draft' };
    await acme.put(`/v1/apps/drafts/${draft}`, definition).expect(200);
    expect(await refusal(offer(globex, acme, draft))).toMatchObject({ status: 409 });
  });

  it('409 where another app of the organization shares its identifier, or has a name like it', async () => {
    const first = await register(acme, { identifier: 'held' });
    const second = await register(acme, { identifier: 'held' });
    expect(await refusal(offer(globex, acme, first))).toMatchObject({
      code: 'app_not_transferable',
      detail: expect.stringContaining(second),
    });
    await acme.register({ app: `${app}_l0`, identifier: 'alone' });
    await acme.register({ app: `${app}_lo`, identifier: 'other' });
    expect(await refusal(offer(globex, acme, `${app}_lo`))).toMatchObject({
      code: 'app_not_transferable',
      detail: expect.stringContaining(`${app}_l0`),
    });
  });

  it('404 for an app of another organization and an unknown organization, 409 for the own one', async () => {
    expect(await refusal(offer(acme, globex))).toMatchObject({
      status: 404,
      source: { pointer: '/app' },
    });
    const unknown = { app, organizationId: '0'.repeat(24) };
    expect(await refusal(acme.post(PATH, unknown))).toMatchObject({
      status: 404,
      source: { pointer: '/organizationId' },
    });
    expect(await refusal(offer(acme))).toMatchObject({ status: 409 });
    await acme.post(PATH, { app, organizationId: 'x' }).expect(400);
  });

  it('403 without org.admin.apps', async () => {
    const reader = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await offer(globex, reader).expect(403);
    await accept(reader).expect(403);
    await end(reader).expect(403);
    await reader.get(PATH).expect(403);
  });

  it('ends by its owner, by the other side, and after a week', async () => {
    const stranger = await registry.newCaller();
    await offer(globex).expect(201);
    for (const answer of [end(stranger), accept(stranger)]) {
      expect(await refusal(answer)).toMatchObject({ status: 404, source: { parameter: 'name' } });
    }
    expect(await refusal(accept(acme))).toMatchObject({ status: 404 });
    await end(acme).expect(204);
    await end(acme).expect(404);
    await offer(globex).expect(201);
    await end(globex).expect(204);
    await accept(globex).expect(404);
    expect(await audited(acme)).toEqual([
      'app.transfer_offered',
      'app.transfer_withdrawn',
      'app.transfer_offered',
      'app.transfer_declined',
    ]);
    expect(await audited(globex)).toEqual(await audited(acme));
    await offer(globex).expect(201);
    registry.now.value = new Date(registry.now.value.getTime() + 7 * DAY_MILLISECONDS + 1);
    await accept(globex).expect(404);
    expect([await open(acme), await open(globex)]).toEqual([[], []]);
    await offer(globex).expect(201);
  });

  it('is listed in pages', async () => {
    for (const name of [app, await register(acme)]) await offer(globex, acme, name).expect(201);
    const { body } = await globex.get(`${PATH}?page[size]=1`).expect(200);
    expect(body.data).toHaveLength(1);
    const { after } = body.meta.page;
    const next = await globex.get(`${PATH}?page[size]=1&page[after]=${after}`).expect(200);
    expect(next.body.data).toHaveLength(1);
    expect(next.body.meta.page.after).toBeNull();
  });

  it('404 to an organization that the operator suspends', async () => {
    const path = `/internal/organizations/${globex.organizationId}`;
    await registry.internal('operator', 'put', `${path}/suspension`, { reason: 'T' }).expect(200);
    expect(await refusal(offer(globex))).toMatchObject({
      status: 404,
      source: { pointer: '/organizationId' },
    });
  });
});

describe('the acceptance', () => {
  it('makes the other side the owner, once; what the app has stays', async () => {
    const user = await registry.newCaller();
    await acme.register({ app, version: '0.0.2', klasses: points });
    const { clientId, identifier } = (await acme.get(`/v1/apps/available/${app}`).expect(200)).body
      .data.attributes;
    const { body: secret } = await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
    await user.install(app);
    const attributesOf = async () => (await user.get('/v1/apps/metadata/customer')).body;
    const before = await attributesOf();
    await globex.get(`/v1/apps/available?owner=own`).expect(200);
    await offer(globex).expect(201);
    const { body } = await accept(globex).expect(200);
    expect(body.data.attributes).toMatchObject({ app, acceptedAt: expect.any(String) });
    expect((await accept(globex).expect(200)).body).toEqual(body);

    expect(await refusal(registerNext(acme, '0.0.3'))).toMatchObject({ code: 'duplicate' });
    const { body: next } = await registerNext(globex, '0.0.3').expect(201);
    expect(next.data.attributes).toMatchObject({ clientId, identifier });
    await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(403);
    const record = (await user.get(`/v1/apps/available/${app}`).expect(200)).body;
    expect(record.meta.organization.id).toBe(globex.organizationId);
    expect(await attributesOf()).toEqual(before);
    const path = `/internal/clients/${clientId}/secret-checks`;
    const check = { secret: secret.data.attributes.clientSecret };
    await registry.internal('service', 'post', path, check).expect(200, { valid: true });
    for (const caller of [acme, globex]) {
      expect(await audited(caller)).toEqual(['app.transfer_offered', 'app.transfer_accepted']);
    }
    const own = async (caller: Caller) =>
      (await caller.get('/v1/apps/available?owner=own').expect(200)).body.data.length;
    expect([await own(acme), await own(globex)]).toEqual([0, 1]);
  });

  it('takes the name, the identifier and a reservation of the name along', async () => {
    const identifier = 'carried';
    const name = await register(acme, { identifier });
    const reserve = { pattern: name, organizationId: acme.organizationId };
    await registry.internal('operator', 'post', '/internal/reserved-names', reserve).expect(200);
    await offer(globex, acme, name).expect(201);
    await accept(globex, name).expect(200);
    const like = { app: `${name}_`, version: '0.0.1', title: 'Like it' };
    expect(await refusal(acme.post('/v1/apps/available', like))).toMatchObject({ status: 409 });
    await globex.register(like);
    await globex.register({ app: `${name}_more`, identifier });
    const other = { ...like, app: uniqueName('other'), identifier };
    expect(await refusal(acme.post('/v1/apps/available', other))).toMatchObject({
      code: 'duplicate',
    });
  });

  it('takes its webhooks and its draft along', async () => {
    const lifecycleWebhooks = [{ url: 'http://127.0.0.1:9/', events: ['app.installed'] }];
    const name = await register(acme, { lifecycleWebhooks });
    const draft = { app: name, version: '0.0.2', title: 'Draft' };
    await acme.put(`/v1/apps/drafts/${name}`, draft).expect(200);
    await acme.post('/v1/apps/installed', { app: name, draft: true }).expect(201);
    const webhooks = async (caller: Caller) => (await caller.get('/v1/webhooks')).body.data;
    const [{ id } = { id: '' }] = await webhooks(acme);
    await offer(globex, acme, name).expect(201);
    await accept(globex, name).expect(200);
    expect(await webhooks(acme)).toEqual([]);
    expect(await webhooks(globex)).toMatchObject([{ id }]);
    await acme.get(`/v1/apps/drafts/${name}`).expect(404);
    await globex.get(`/v1/apps/drafts/${name}`).expect(200);
    await acme.delete(`/v1/apps/installed/${name}`).expect(204);
  });

  it("ends the stream of the former owner's log", async () => {
    const url = `http://127.0.0.1:${listener.port}/v1/apps/available/${app}/events`;
    const stream = await OpenedStream.open(url, { credential: acme.apiKey });
    await offer(globex).expect(201);
    await accept(globex).expect(200);
    await stream.untilEnd();
    await acme.get(`/v1/apps/available/${app}/events`).expect(404);
  });

  it('409 where the other side has an app of the name, and for two acceptances one app', async () => {
    await globex.register({ app, visibility: 'private' });
    await offer(globex).expect(201);
    expect(await refusal(accept(globex))).toMatchObject({
      status: 409,
      code: 'app_not_transferable',
    });
    const name = await register(acme);
    await offer(globex, acme, name).expect(201);
    const answers = await Promise.all([accept(globex, name), accept(globex, name)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await audited(globex)).filter((one) => one.endsWith('accepted'))).toHaveLength(1);
  });

  it('404 while the operator suspends the organization that offers it', async () => {
    await offer(globex).expect(201);
    const path = `/internal/organizations/${acme.organizationId}`;
    await registry.internal('operator', 'put', `${path}/suspension`, { reason: 'T' }).expect(200);
    expect(await refusal(accept(globex))).toMatchObject({ status: 404 });
    expect(await open(globex)).toEqual([]);
  });
});

const points = [
  {
    name: 'customer',
    metadata: { standard: true, properties: { pointsNum: { displayName: 'Points' } } },
  },
];

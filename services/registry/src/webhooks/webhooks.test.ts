import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

const PATH = '/v1/webhooks';
const everyEvent = [
  'app.registered',
  'app.installed',
  'app.upgraded',
  'app.uninstalled',
  'app.restored',
  'app.deprecated',
  'app.yanked',
  'app.secret_rotated',
];

let registry: RunningRegistry;
let receiver: WebhookReceiver;
let acme: Caller;

beforeAll(async () => {
  registry = await startRegistry({ webhooks: { retryPauses: [1, 1] } });
  await registry.start();
});
afterAll(() => registry.close());
beforeEach(async () => {
  acme = await registry.newCaller();
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

type Payload = { type: string; timestamp: string; data: Record<string, unknown> };

const payloads = (): Payload[] => receiver.received.map(({ body }) => JSON.parse(body));
const types = () => payloads().map(({ type }) => type);

async function create(caller = acme, events = everyEvent, url = receiver.url) {
  const { body } = await caller.post(PATH, { url, events }).expect(201);
  return { id: body.data.id as string, secret: body.data.attributes.secret as string };
}

/** Reads the delivery log until every delivery has ended. */
async function endedDeliveries(id: string, caller = acme) {
  for (;;) {
    const { body } = await caller.get(`${PATH}/${id}/deliveries`).expect(200);
    const deliveries: { id: string; attributes: Record<string, unknown> }[] = body.data;
    if (deliveries.every(({ attributes }) => attributes.status !== 'pending')) return deliveries;
    await wait(5);
  }
}

describe('events of an organization', () => {
  it('are delivered once committed, signed as Standard Webhooks asks', async () => {
    const { secret } = await create();
    const name = uniqueName('signed');
    await acme.register({ app: name });
    await acme.install(name);
    await acme.register({ app: name, version: '0.0.2' });
    await acme.post('/v1/apps/installed', { app: name }).expect(200);
    await acme.post(`/v1/apps/available/${name}/secret`, { overlapSeconds: 60 }).expect(200);
    await acme.delete(`/v1/apps/installed/${name}`).expect(204);
    await acme.post(`/v1/apps/installed/${name}/restore`).expect(201);
    const version = `/v1/apps/available/${name}-0.0.2`;
    await acme.post(`${version}/deprecation`, { message: 'Old.' }).expect(200);
    await acme.post(`${version}/yank`, { reason: 'Broken.' }).expect(200);
    await receiver.untilReceived(9);
    for (const { headers, body } of receiver.received) {
      const verified = new Webhook(secret).verify(body, headers as Record<string, string>);
      expect(verified).toEqual(JSON.parse(body));
    }
    const { organizationId } = acme;
    const told = payloads().map(({ type, data }) => ({ type, ...data }));
    const common = { app: name, organizationId };
    expect(told.sort((one, other) => one.type.localeCompare(other.type))).toEqual([
      { type: 'app.deprecated', version: '0.0.2', message: 'Old.', ...common },
      { type: 'app.installed', version: '0.0.1', ...common },
      { type: 'app.registered', version: '0.0.1', ...common },
      { type: 'app.registered', version: '0.0.2', ...common },
      { type: 'app.restored', version: '0.0.2', ...common },
      { type: 'app.secret_rotated', version: '0.0.2', overlapSeconds: 60, ...common },
      { type: 'app.uninstalled', version: '0.0.2', ...common },
      { type: 'app.upgraded', version: '0.0.2', previousVersion: '0.0.1', ...common },
      { type: 'app.yanked', version: '0.0.2', reason: 'Broken.', ...common },
    ]);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(9);
  });

  it('are told of dependencies that are installed along', async () => {
    const [needed, needing] = [uniqueName('needed'), uniqueName('needing')];
    await acme.register({ app: needed });
    await acme.register({ app: needing, dependencies: [`${needed}-*`] });
    await create(acme, ['app.installed']);
    await acme.post('/v1/apps/installed', { app: needing, withDependencies: true }).expect(201);
    await receiver.untilReceived(2);
    expect(payloads().map(({ data }) => data.app)).toEqual(
      expect.arrayContaining([needed, needing]),
    );
  });

  it('are not told where nothing changed: a refused change, the same installation, other roles', async () => {
    const name = uniqueName('unchanged');
    await acme.register({ app: name, roles: ['org.permission.customer'] });
    await acme.install(name);
    const { id } = await create();
    await acme.post('/v1/apps/available', { app: name, version: '0.0.1' }).expect(409);
    await acme.post('/v1/apps/installed', { app: name }).expect(200);
    await acme.post('/v1/apps/installed', { app: name, roles: [] }).expect(200);
    expect(await endedDeliveries(id)).toEqual([]);
  });

  it('are told to nobody else, and only the events that were asked for', async () => {
    const other = await registry.newCaller();
    const { id } = await create(other);
    await create(acme, ['app.uninstalled']);
    const name = uniqueName('quiet');
    await acme.register({ app: name });
    await acme.install(name);
    await acme.delete(`/v1/apps/installed/${name}`).expect(204);
    await receiver.untilReceived(1);
    expect(types()).toEqual(['app.uninstalled']);
    expect(await endedDeliveries(id, other)).toEqual([]);
  });
});

describe('lifecycleWebhooks', () => {
  const declared = (...events: string[]) => [{ url: `${receiver.url}/life`, events }];

  it("tell the app's owner of installations elsewhere: of the organization its id alone", async () => {
    const name = uniqueName('lifecycle');
    const other = await registry.newCaller();
    await acme.register({ app: name, lifecycleWebhooks: declared('app.installed') });
    await other.install(name);
    await receiver.untilReceived(1);
    expect(payloads()[0]).toEqual({
      type: 'app.installed',
      timestamp: registry.now.value.toISOString(),
      data: { app: name, version: '0.0.1', organizationId: other.organizationId },
    });
  });

  it('keep their id and secret while versions declare them; other ones end', async () => {
    const name = uniqueName('kept');
    const [other] = [{ url: `${receiver.url}/other`, events: ['app.installed'] }];
    await acme.register({ app: name, lifecycleWebhooks: [...declared('app.installed'), other] });
    const [first] = (await acme.get(PATH).expect(200)).body.data.filter(
      ({ attributes }: { attributes: { url: string } }) => attributes.url.endsWith('/life'),
    );
    expect(first.attributes).toMatchObject({ app: name, active: true, hasSecret: true });
    const { body } = await acme.post(`${PATH}/${first.id}/secret`).expect(200);
    const { secret } = body.data.attributes;
    const next = declared('app.uninstalled', 'app.registered');
    await acme.register({ app: name, version: '0.0.2', lifecycleWebhooks: next });
    const { data } = (await acme.get(PATH).expect(200)).body;
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({ id: first.id, attributes: { hasSecret: true } });
    const [{ headers, body: sent } = { headers: {}, body: '' }] = await receiver.untilReceived(1);
    new Webhook(secret).verify(sent, headers as Record<string, string>);
    await acme.register({ app: name, version: '0.0.3' });
    expect((await acme.get(PATH).expect(200)).body.data).toEqual([]);
  });

  it('have a secret that the answer to their registration shows, once', async () => {
    const name = uniqueName('shown');
    const definition = { app: name, version: '1.0.0', title: 'Shown' };
    const other = { url: `${receiver.url}/other`, events: ['app.installed'] };
    const register = (more: object, key?: string) => {
      const request = acme.post('/v1/apps/available', { ...definition, ...more });
      return key ? request.set('Idempotency-Key', key) : request;
    };
    const first = { lifecycleWebhooks: declared('app.installed') };
    const answer = await register(first, 'a-key').expect(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    const [shown, ...more] = answer.body.meta.webhookSecrets;
    expect(more).toEqual([]);
    expect(shown).toMatchObject({ url: `${receiver.url}/life` });
    const repeated = await register(first, 'a-key').expect(201);
    expect(repeated.body).toEqual(answer.body);
    await acme.install(name);
    const [{ headers, body: sent } = { headers: {}, body: '' }] = await receiver.untilReceived(1);
    new Webhook(shown.secret).verify(sent, headers as Record<string, string>);

    const both = { version: '1.1.0', lifecycleWebhooks: [...declared('app.upgraded'), other] };
    const { body } = await register(both).expect(201);
    expect(body.meta.webhookSecrets).toMatchObject([{ url: other.url }]);
    const same = await register({ ...both, version: '1.2.0' }).expect(201);
    expect(same.body.meta?.webhookSecrets).toBeUndefined();
    const validated = await acme.post('/v1/apps/validate', { ...definition, version: '1.3.0' });
    expect(validated.text).not.toContain('whsec_');
    const read = await acme.get(`/v1/apps/available/${name}-1.0.0`).expect(200);
    expect(read.text).not.toContain('whsec_');
    const audit = await acme.get('/v1/audit?filter[action]=webhook_secret.generated').expect(200);
    expect(audit.text).toContain(shown.id);
    expect(audit.text).not.toContain('whsec_');
  });

  it('are those of the current version: a pre-release after a release declares none', async () => {
    const name = uniqueName('prerelease');
    await acme.register({ app: name, version: '1.0.0' });
    const version = '2.0.0-beta.1';
    await acme.register({ app: name, version, lifecycleWebhooks: declared('app.installed') });
    expect((await acme.get(PATH).expect(200)).body.data).toEqual([]);
  });

  it('409: change and end with the definition alone, but can be deactivated', async () => {
    const name = uniqueName('declared');
    await acme.register({ app: name, lifecycleWebhooks: declared('app.installed') });
    const { id } = (await acme.get(PATH).expect(200)).body.data[0];
    for (const refused of [
      acme.patch(`${PATH}/${id}`, { events: ['app.yanked'] }),
      acme.delete(`${PATH}/${id}`),
    ]) {
      const { body } = await refused.expect(409);
      expect(body.errors[0].code).toBe('webhook_declared');
    }
    const { body } = await acme.patch(`${PATH}/${id}`, { active: false }).expect(200);
    expect(body.data.attributes).toMatchObject({ active: false, disabledReason: 'owner' });
  });
});

describe('secrets', () => {
  it('of both times sign during an overlap, and the new one alone without', async () => {
    const { id, secret } = await create();
    const send = async () => {
      const before = receiver.received.length;
      await acme.post(`${PATH}/${id}/test`).expect(202);
      const received = (await receiver.untilReceived(before + 1)).at(-1);
      return { body: received?.body ?? '', headers: received?.headers as Record<string, string> };
    };
    const rotate = async (overlapSeconds: number): Promise<string> => {
      const { body } = await acme.post(`${PATH}/${id}/secret`, { overlapSeconds }).expect(200);
      return body.data.attributes.secret;
    };
    const second = await rotate(60);
    const during = await send();
    for (const one of [secret, second]) new Webhook(one).verify(during.body, during.headers);
    const third = await rotate(0);
    const after = await send();
    new Webhook(third).verify(after.body, after.headers);
    expect(() => new Webhook(second).verify(after.body, after.headers)).toThrow('signature');
  });

  it('403 without org.permission.apps; 201 and later answers show none but the new one', async () => {
    const { id, secret } = await create();
    const caller = await registry.keyFor(acme.organizationId, ['org.admin.apps']);
    const { body } = await caller.post(`${PATH}/${id}/secret`).expect(403);
    expect(body.errors[0].meta.missingRoles).toEqual(['org.permission.apps']);
    const { text } = await acme.get(`${PATH}/${id}`).expect(200);
    expect(text).not.toContain('whsec_');
    expect(registry.logLines.join('')).not.toContain(secret);
  });
});

describe('failing receivers', () => {
  it('are tried again, with the same id; each attempt is in the log', async () => {
    const { id } = await create();
    receiver.answer = (response) =>
      response.writeHead(receiver.received.length < 3 ? 500 : 200).end();
    await acme.register({ app: uniqueName('retried') });
    await receiver.untilReceived(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [delivery] = await endedDeliveries(id);
    expect(delivery?.attributes).toMatchObject({
      eventId: receiver.received[0]?.headers['webhook-id'],
      eventType: 'app.registered',
      status: 'delivered',
      nextAttemptAt: null,
      attempts: [
        { responseStatus: 500, error: 'The receiver answered 500.' },
        { responseStatus: 500 },
        { responseStatus: 200, error: null },
      ],
    });
  });

  it('and those that answer leave no address in the log lines', async () => {
    await create(acme, everyEvent, `${receiver.url}/hooks?token=secret-of-the-address`);
    receiver.answer = (response) =>
      response.writeHead(receiver.received.length < 2 ? 500 : 200).end();
    await acme.register({ app: uniqueName('unlogged') });
    await receiver.untilReceived(2);
    const attempts = () => registry.logLines.filter((line) => line.includes('"webhook attempt"'));
    while (attempts().length < 2) await wait(5);
    const log = registry.logLines.join('');
    expect(log).not.toContain('secret-of-the-address');
    expect(log).not.toContain(new URL(receiver.url).host);
  });

  it('are disabled where a delivery fails for good, with an audit row; PATCH activates them', async () => {
    const { id } = await create();
    receiver.answer = (response) => response.writeHead(500).end();
    await acme.register({ app: uniqueName('failing') });
    const [failed] = await endedDeliveries(id);
    expect(failed?.attributes).toMatchObject({ status: 'failed' });
    await untilInactive(id, 'failing');
    expect(await acme.get(`${PATH}/${id}/deliveries`)).toMatchObject({ status: 200 });
    const { body } = await acme.post(`${PATH}/${id}/test`).expect(409);
    expect(body.errors[0].code).toBe('webhook_inactive');
    await acme.register({ app: uniqueName('unheard') });
    expect(await endedDeliveries(id)).toHaveLength(1);
    const trail = await registry.auditTrail(acme.organizationId);
    const rows = trail.filter(({ action }) => action === 'webhook.disabled');
    expect(rows).toMatchObject([{ actorType: 'service', subject: id }]);
    receiver.answer = (response) => response.writeHead(200).end();
    await acme.patch(`${PATH}/${id}`, { active: true }).expect(200);
    const again = `${PATH}/${id}/deliveries/${failed?.id}/redeliver`;
    const answer = await acme.post(again).expect(202);
    expect(answer.body.data.attributes.eventId).toBe(failed?.attributes.eventId);
    const deliveries = await endedDeliveries(id);
    expect(deliveries.map(({ attributes }) => attributes.status)).toEqual(['delivered', 'failed']);
  });

  it('are not disabled where another delivery succeeded meanwhile', async () => {
    const { id } = await create();
    const held = Promise.withResolvers<void>();
    receiver.answer = async (response, { body }) => {
      if (body.includes('webhook.test')) return response.writeHead(200).end();
      await held.promise;
      return response.writeHead(500).end();
    };
    await acme.register({ app: uniqueName('mixed') });
    await receiver.untilReceived(1);
    await acme.post(`${PATH}/${id}/test`).expect(202);
    await receiver.untilReceived(2);
    await untilLastSuccess(id);
    held.resolve();
    const [, failed] = await endedDeliveries(id);
    expect(failed?.attributes).toMatchObject({ status: 'failed', attempts: [{}, {}, {}] });
    const { body } = await acme.get(`${PATH}/${id}`).expect(200);
    expect(body.data.attributes.active).toBe(true);
  });

  it('are tested once, which disables nothing', async () => {
    const { id } = await create();
    receiver.answer = (response) => response.writeHead(302, { location: receiver.url }).end();
    await acme.post(`${PATH}/${id}/test`).expect(202);
    const [failed] = await endedDeliveries(id);
    const error = expect.stringContaining('Redirects are not followed');
    expect(failed?.attributes).toMatchObject({ status: 'failed', attempts: [{ error }] });
    receiver.answer = (response) => response.writeHead(200).end();
    await acme.register({ app: uniqueName('alive') });
    expect(await endedDeliveries(id)).toMatchObject([{ attributes: { status: 'delivered' } }, {}]);
  });

  it('that answer 410 are disabled at once', async () => {
    const { id } = await create();
    receiver.answer = (response) => response.writeHead(410).end();
    await acme.register({ app: uniqueName('gone') });
    await untilInactive(id, 'gone');
    expect(receiver.received).toHaveLength(1);
  });

  async function untilLastSuccess(id: string): Promise<void> {
    for (;;) {
      const { body } = await acme.get(`${PATH}/${id}`).expect(200);
      if (body.data.attributes.lastSuccessAt !== null) return;
      await wait(5);
    }
  }

  async function untilInactive(id: string, reason: string): Promise<void> {
    for (;;) {
      const { attributes } = (await acme.get(`${PATH}/${id}`).expect(200)).body.data;
      if (!attributes.active) {
        expect(attributes.disabledReason).toBe(reason);
        return;
      }
      await wait(5);
    }
  }
});

describe('the API', () => {
  it('201, then read, changed, listed and deleted, each change with an audit row', async () => {
    const { id } = await create();
    const url = `${receiver.url}/moved?key=hidden`;
    const change = { url, events: ['app.yanked'], description: 'Ours' };
    const { body } = await acme.patch(`${PATH}/${id}`, change).expect(200);
    expect(body.data.attributes).toMatchObject(change);
    expect((await acme.get(`${PATH}/${id}`).expect(200)).body).toEqual(body);
    expect((await acme.get(PATH).expect(200)).body.data).toEqual([body.data]);
    await acme.patch(`${PATH}/${id}`, { active: false }).expect(200);
    await acme.delete(`${PATH}/${id}`).expect(204);
    await acme.get(`${PATH}/${id}`).expect(404);
    const trail = await registry.auditTrail(acme.organizationId);
    const ofWebhook = trail.filter(({ subject }) => subject === id);
    expect(ofWebhook.map(({ action }) => action)).toEqual([
      'webhook.created',
      'webhook.changed',
      'webhook.changed',
      'webhook.deleted',
    ]);
    expect(JSON.stringify(ofWebhook.map(({ before, after }) => [before, after]))).not.toContain(
      'hidden',
    );
    expect(registry.logLines.join('')).not.toContain('hidden');
  });

  it('404 for webhooks and deliveries of another organization', async () => {
    const { id } = await create();
    await acme.post(`${PATH}/${id}/test`).expect(202);
    const [delivery] = await endedDeliveries(id);
    const other = await registry.newCaller();
    await other.get(`${PATH}/${id}`).expect(404);
    await other.patch(`${PATH}/${id}`, { active: false }).expect(404);
    await other.delete(`${PATH}/${id}`).expect(404);
    await other.post(`${PATH}/${id}/secret`).expect(404);
    await other.post(`${PATH}/${id}/test`).expect(404);
    await other.get(`${PATH}/${id}/deliveries`).expect(404);
    const again = `deliveries/${delivery?.id}/redeliver`;
    await other.post(`${PATH}/${id}/${again}`).expect(404);
    const own = await create(other);
    await other.post(`${PATH}/${own.id}/${again}`).expect(404);
  });

  it.each([
    [{ events: everyEvent }, '/url'],
    [{ url: 'http://apps.example.com/', events: everyEvent }, '/url'],
    [{ url: 'https://10.0.0.1/', events: everyEvent }, '/url'],
    [{ url: 'https://apps.example.com/', events: [] }, '/events'],
    [{ url: 'https://apps.example.com/', events: ['app.exploded'] }, '/events/0'],
    [{ url: 'https://apps.example.com/', events: everyEvent, description: '\0' }, '/description'],
    [{ url: 'https://apps.example.com/', events: everyEvent, secret: 'mine' }, '/secret'],
  ])('400: %j', async (body, pointer) => {
    const answer = await acme.post(PATH, body).expect(400);
    expect(answer.body.errors[0].source.pointer).toBe(pointer);
  });

  it('409 for a twenty-first webhook, under concurrency too', async () => {
    const url = 'https://apps.example.com/events';
    const answers = await Promise.all(
      Array.from({ length: 22 }, () => acme.post(PATH, { url, events: ['app.installed'] })),
    );
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status, body }) => [status, body.errors[0].code])).toEqual([
      [409, 'too_many_webhooks'],
      [409, 'too_many_webhooks'],
    ]);
    const { body } = await acme.get(`${PATH}?page[size]=15`).expect(200);
    const after = await acme.get(`${PATH}?page[size]=15&page[after]=${body.meta.page.after}`);
    expect([body.data.length, after.body.data.length]).toEqual([15, 5]);
  });

  it('200: the delivery log comes in pages, the latest first', async () => {
    const { id } = await create();
    for (let sent = 0; sent < 3; sent += 1) await acme.post(`${PATH}/${id}/test`).expect(202);
    const all = await endedDeliveries(id);
    const first = await acme.get(`${PATH}/${id}/deliveries?page[size]=2`).expect(200);
    const { after } = first.body.meta.page;
    const second = await acme.get(`${PATH}/${id}/deliveries?page[after]=${after}`).expect(200);
    expect([...first.body.data, ...second.body.data].map(({ id: one }) => one)).toEqual(
      all.map(({ id: one }) => one),
    );
  });
});

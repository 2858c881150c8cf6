import { type Listener, listen } from '@app-platform/http-api';
import { OpenedStream } from '@app-platform/testing/http/event-stream';
import { until } from '@app-platform/testing/until';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';

const MOST = 3;
const LIFE_MILLISECONDS = 60_000;

type Entry = {
  type: string;
  id: string;
  attributes: {
    at: string;
    action?: string;
    subject?: string;
    actor?: object;
    address?: string;
    status?: string;
    eventType?: string;
    eventId?: string;
    attempts?: { responseStatus: number }[];
    payload?: { type: string; timestamp: string; data: Record<string, unknown> };
  };
};

let registry: RunningRegistry;
let listener: Listener;
let receiver: WebhookReceiver;
let acme: Caller;
let isStopping = false;
const opened: OpenedStream[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  registry = await startRegistry({
    webhooks: { allowsLoopback: true, pollMilliseconds: 50 },
    streams: {
      pollMilliseconds: 50,
      heartbeatMilliseconds: 50,
      lifeMilliseconds: LIFE_MILLISECONDS,
      mostOfOrganization: MOST,
    },
    isStopping: () => isStopping,
  });
  await registry.start();
  listener = await listen(registry.publicApp, { host: '127.0.0.1', port: 0, drainMilliseconds: 0 });
  acme = await registry.newCaller();
});
afterEach(async () => {
  isStopping = false;
  for (const stream of opened.splice(0)) stream.close();
  await until('no stream is open', 5_000, async () => (await openStreams()) === 0);
});
afterAll(async () => {
  await registry.stop();
  await listener.close();
  await registry.close();
  await receiver.close();
});

async function openStreams(): Promise<number> {
  const { text } = await registry.internal('service', 'get', '/metrics');
  return Number(/^registry_log_streams (\d+)$/m.exec(text)?.[1]);
}

const pathOf = (app: string, query = '') => `/v1/apps/available/${app}/events${query}`;

async function follow(app: string, caller = acme, lastEventId?: string): Promise<OpenedStream> {
  const url = `http://127.0.0.1:${listener.port}${pathOf(app)}`;
  const stream = await OpenedStream.open(url, { credential: caller.apiKey, lastEventId });
  opened.push(stream);
  return stream;
}

/** What is kept. */
async function keptOf(app: string, caller = acme, query = ''): Promise<Entry[]> {
  const url = `http://127.0.0.1:${listener.port}${pathOf(app, `?follow=false${query}`)}`;
  return (await OpenedStream.open(url, { credential: caller.apiKey })).untilEnd();
}

const register = async (definition: object = {}, caller = acme): Promise<string> => {
  const app = uniqueName('logged');
  await caller.register({ app, ...definition });
  return app;
};

const audited = (action: string) => (entry: Entry) => entry.attributes.action === action;
const happened = (type: string) => (entry: Entry) =>
  entry.type === 'installation' && entry.attributes.eventType === type;

describe('the log of an app', () => {
  it('has what is kept, in order, and ends with follow=false', async () => {
    const app = await register();
    await acme.install(app);
    await acme.delete(`/v1/apps/installed/${app}`).expect(204);
    await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
    const entries = await keptOf(app);
    expect(
      entries.map(({ type, attributes }) => [type, attributes.eventType ?? attributes.action]),
    ).toEqual([
      ['audit_event', 'app_version.registered'],
      ['audit_event', 'installation.created'],
      ['installation', 'app.installed'],
      ['audit_event', 'installation.removed'],
      ['installation', 'app.uninstalled'],
      ['audit_event', 'client_secret.generated'],
    ]);
    const times = entries.map(({ attributes }) => attributes.at);
    expect(times).toEqual(times.toSorted());
    expect((await keptOf(app, acme, '&types=installation')).map(({ type }) => type)).toEqual([
      'installation',
      'installation',
    ]);
  });

  it('goes on with what happens, and resumes after the last event that was read', async () => {
    const app = await register();
    const stream = await follow(app);
    await stream.find(audited('app_version.registered'));
    await acme.install(app);
    const installed = await stream.find(happened('app.installed'));
    expect(installed.name).toBe('installation');
    expect(installed.data.attributes.payload).toEqual({
      type: 'app.installed',
      timestamp: expect.any(String),
      data: { app, version: '0.0.1', organizationId: acme.organizationId },
    });
    stream.close();
    await acme.register({ app, version: '0.0.2' });
    const resumed = await follow(app, acme, stream.events.at(-1)?.id);
    await acme.post('/v1/apps/installed', { app }).expect(200);
    await resumed.find(happened('app.upgraded'));
    const seen = [...stream.events, ...resumed.events].map(({ data }) => {
      const { type, id } = JSON.parse(data);
      return `${type} ${id}`;
    });
    expect(new Set(seen).size).toBe(seen.length);
    expect(resumed.events.map(({ data }) => JSON.parse(data).attributes.subject)).toContain(
      `${app}-0.0.2`,
    );
  });

  it('has deliveries when they are added and after each attempt, with the body that was sent', async () => {
    const url = `${receiver.url}/life`;
    const app = await register({ lifecycleWebhooks: [{ url, events: ['app.installed'] }] });
    const other = await registry.newCaller();
    const heard = { url: `${receiver.url}/heard`, events: ['app.installed', 'app.registered'] };
    const { body } = await acme.post('/v1/webhooks', heard).expect(201);
    // Of another organization, which hears of its own installation.
    await other.post('/v1/webhooks', heard).expect(201);
    const stream = await follow(app);
    await other.install(app);
    const isDelivered = ({ type, attributes }: Entry) =>
      type === 'webhook_delivery' && attributes.status === 'delivered';
    const added = await stream.find(({ type }: Entry) => type === 'webhook_delivery');
    const delivered = await stream.find(isDelivered);
    expect(added.data.id).toBe(delivered.data.id);
    const { attributes } = delivered.data;
    expect(attributes.attempts).toMatchObject([{ responseStatus: 204 }]);
    const sent = receiver.received.find(
      ({ headers }) => headers['webhook-id'] === attributes.eventId,
    );
    expect(sent?.path).toBe('/life');
    expect(JSON.stringify(attributes.payload)).toBe(sent?.body);
    const event = await stream.find(happened('app.installed'));
    expect(event.data.attributes).toMatchObject({
      eventId: attributes.eventId,
      payload: attributes.payload,
    });

    await acme.post(`/v1/webhooks/${body.data.id}/test`).expect(202);
    await stream.find(
      (entry: Entry) => entry.attributes.eventType === 'webhook.test' && isDelivered(entry),
    );
    const webhooks = stream.events.map(({ data }) => JSON.parse(data).attributes.webhookId);
    expect(new Set(webhooks.filter(Boolean)).size).toBe(2);
    expect(stream.events.map(({ data }) => data).join()).not.toContain(receiver.url);
    const kept = (await keptOf(app)).filter(isDelivered);
    expect(kept.map((entry) => entry.attributes.eventType)).toEqual([
      'app.installed',
      'webhook.test',
    ]);
    await acme.delete(`/v1/webhooks/${body.data.id}`).expect(204);
  });

  it('has a draft alone too', async () => {
    const app = uniqueName('draft');
    const body = { app, version: '0.0.1', title: 'Draft' };
    await acme.put(`/v1/apps/drafts/${app}`, body).expect(200);
    const stream = await follow(app);
    await acme.post('/v1/apps/installed', { app: acme.privateName(app), draft: true }).expect(201);
    await stream.find(happened('app.installed'));
    await stream.find(audited('app_draft.put'));
  });
});

describe('disclosure', () => {
  it('of other organizations an owner learns what lifecycle webhooks say, and nothing else', async () => {
    const app = await register();
    const other = await registry.newCaller();
    const stream = await follow(app);
    await other.install(app);
    const { data } = await stream.find(happened('app.installed'));
    expect(data.attributes.payload?.data).toEqual({
      app,
      version: '0.0.1',
      organizationId: other.organizationId,
    });
    await acme.post(`/v1/apps/available/${app}/secret`, {}).expect(200);
    await stream.find(audited('client_secret.generated'));
    const [{ actorId } = { actorId: '' }] = await registry.auditTrail(other.organizationId);
    const all = stream.events.map((one) => one.data).join();
    expect(all).not.toContain(actorId);
    expect(all).not.toContain('installation.created');
  });

  it('who did what is shown to those who may read the audit trail', async () => {
    const app = await register();
    const developer = await registry.keyFor(acme.organizationId, ['org.admin.apps']);
    const [own] = await keptOf(app);
    expect(own?.attributes).toMatchObject({ actor: { type: 'api_key' }, address: '127.0.0.1' });
    const [shown] = await keptOf(app, developer);
    expect(Object.keys(shown?.attributes ?? {})).toEqual(['at', 'action', 'subject']);
  });

  it('a foreign name is not found, whatever it is', async () => {
    const other = await registry.newCaller();
    const publicApp = await register();
    const privateApp = await register({ visibility: 'private' });
    for (const name of [publicApp, privateApp, acme.privateName(privateApp), 'unknown']) {
      const { body } = await other.get(pathOf(name)).expect(404);
      expect(body.errors[0]).toMatchObject({ code: 'not_found', source: { parameter: 'name' } });
    }
  });

  it('needs org.admin.apps, and a well-formed position', async () => {
    const app = await register();
    const reader = await registry.keyFor(acme.organizationId, ['org.permission.apps']);
    await reader.get(pathOf(app)).expect(403);
    await registry.anonymous('get', pathOf(app)).expect(401);
    const { body } = await acme.get(pathOf(app)).set('Last-Event-ID', '1; 2').expect(400);
    expect(body.errors[0].source.parameter).toBe('last-event-id');
  });
});

describe('a stream', () => {
  it('429: an organization has a bounded number, and others have theirs', async () => {
    const app = await register();
    for (let count = 0; count < MOST; count += 1) await follow(app);
    const { body, headers } = await acme.get(pathOf(app)).expect(429);
    expect(body.errors[0].code).toBe('too_many_streams');
    expect(headers['retry-after']).toBe('10');
    const other = await registry.newCaller();
    await follow(await register({}, other), other);
    expect(await keptOf(app)).not.toEqual([]);
    expect(await openStreams()).toBe(MOST + 1);
    opened[0]?.close();
    await until('a place is free', 5_000, async () => (await openStreams()) === MOST);
    await follow(app);
  });

  it('ends when its credential ends', async () => {
    const app = await register();
    const { body } = await acme.post('/v1/api-keys', { roles: ['org.admin.apps'] }).expect(201);
    const stream = await follow(app, { ...acme, apiKey: body.data.attributes.key });
    await stream.find(audited('app_version.registered'));
    await acme.delete(`/v1/api-keys/${body.data.id}`).expect(204);
    await stream.untilEnd();
    await expect(follow(app, { ...acme, apiKey: body.data.attributes.key })).rejects.toThrow('401');
  });

  it('ends when the organization is suspended, and when the app is gone', async () => {
    const leaving = await registry.newCaller();
    const app = await register({}, leaving);
    const stream = await follow(app, leaving);
    const path = `/internal/organizations/${leaving.organizationId}/suspension`;
    await registry.internal('operator', 'put', path, { reason: 'Test.' }).expect(200);
    await stream.untilEnd();
    const draft = uniqueName('draft');
    await acme
      .put(`/v1/apps/drafts/${draft}`, { app: draft, version: '0.0.1', title: 'D' })
      .expect(200);
    const ofDraft = await follow(draft);
    await acme.delete(`/v1/apps/drafts/${draft}`).expect(204);
    await ofDraft.untilEnd();
  });

  it('503: ends when the replica stops, which opens no more', async () => {
    const app = await register();
    const stream = await follow(app);
    isStopping = true;
    await stream.untilEnd();
    const { headers } = await acme.get(pathOf(app)).expect(503);
    expect(headers['retry-after']).toBe('1');
  });

  it('is told to be alive while nothing happens, and HEAD answers without it', async () => {
    const app = await register();
    const response = await fetch(`http://127.0.0.1:${listener.port}${pathOf(app)}`, {
      headers: { authorization: `Bearer ${acme.apiKey}` },
    });
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString();
      if (text.includes(': quiet')) break;
    }
    expect(text).toMatch(/^retry: 2000\n\nid: [\w.-]+\nevent: audit_event\ndata: \{/);
    const head = await fetch(`http://127.0.0.1:${listener.port}${pathOf(app)}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${acme.apiKey}` },
    });
    expect([head.status, head.headers.get('content-type')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
  });

  it('is logged and measured as a request that was answered, when it ends', async () => {
    const app = await register();
    const stream = await follow(app);
    await stream.find(audited('app_version.registered'));
    stream.close();
    const isLogged = () =>
      registry.logLines.some(
        (line) => line.includes(`${app}/events`) && line.includes('"request"'),
      );
    await until('the request is logged', 5_000, isLogged);
  });
});

import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, type KeyEncryption, openTelemetry } from '@app-platform/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Caller, type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts';
import { webhookSettings } from '../../testing/webhook-settings.ts';
import {
  type DeliverySettings,
  type WebhookDelivery,
  webhookDelivery,
} from './webhook-delivery.ts';

const PATH = '/v1/webhooks';
const unlimited = {
  webhookIds: [],
  organizationIds: [],
  mostOfWebhook: 100n,
  mostOfOrganization: 100n,
  most: 100n,
  slowWebhookIds: [],
  isSlow: false,
};
let registry: RunningRegistry;
let encryption: KeyEncryption;
let caller: Caller;
let receiver: WebhookReceiver;
let replicas: WebhookDelivery[];

beforeAll(async () => {
  ({ encryption } = webhookSettings());
  // It is never started, so that it sends nothing itself.
  registry = await startRegistry({ webhooks: { encryption }, databaseRole: 'owner' });
});
afterAll(() => registry.close());
beforeEach(async () => {
  replicas = [];
  caller = await registry.newCaller();
  receiver = await startReceiver();
});
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
  await receiver.close();
});

/** What a replica runs beside its requests. */
async function startReplica(settings: Partial<DeliverySettings> = {}): Promise<WebhookDelivery> {
  const replica = webhookDelivery({
    database: registry.database,
    logger: createLogger('registry', 'silent'),
    metrics: (await openTelemetry('registry')).metrics,
    usage: { count: () => undefined },
    activity: { count: () => undefined },
    settings: { encryption, allowsLoopback: true, retryPauses: [1, 1], ...settings },
  });
  replica.start();
  replicas.push(replica);
  return replica;
}

async function createWebhook(url = receiver.url): Promise<string> {
  const { body } = await caller.post(PATH, { url, events: ['app.installed'] }).expect(201);
  return body.data.id;
}

async function sendTests(id: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await caller.post(`${PATH}/${id}/test`).expect(202);
}

async function statusesOf(id: string): Promise<string[]> {
  const { body } = await caller.get(`${PATH}/${id}/deliveries?page[size]=100`).expect(200);
  return body.data.map(({ attributes }: { attributes: { status: string } }) => attributes.status);
}

async function untilDelivered(id: string): Promise<void> {
  while ((await statusesOf(id)).some((status) => status !== 'delivered')) await wait(10);
}

const idsReceived = () => receiver.received.map(({ headers }) => headers['webhook-id']);

describe('dispatchers', () => {
  it('of two replicas send each attempt once', async () => {
    const id = await createWebhook();
    await sendTests(id, 40);
    await Promise.all([startReplica(), startReplica()]);
    await untilDelivered(id);
    expect(new Set(idsReceived()).size).toBe(40);
    expect(idsReceived()).toHaveLength(40);
  });

  it('send at once what a commit of their replica adds', async () => {
    const id = await createWebhook();
    await startReplica({ pollMilliseconds: 3_600_000 });
    await sendTests(id, 1);
    await untilDelivered(id);
    await caller.register({ app: 'woken' });
    await caller.install('woken');
    await untilDelivered(id);
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    ['seconds', () => '1800'],
    ['a date', () => new Date(Date.now() + 1_800_000).toUTCString()],
  ])('wait as long as a receiver asks for in %s', async (form, retryAfter) => {
    const app = `busy_${form.replace(' ', '_')}`;
    const id = await createWebhook();
    receiver.answer = (response) => {
      response.writeHead(503, { 'Retry-After': retryAfter() }).end();
    };
    await startReplica();
    await caller.register({ app });
    await caller.install(app);
    await receiver.untilReceived(1);
    let next: { attempts: unknown[]; nextAttemptAt: string | null } | undefined;
    while (!next?.attempts.length) {
      const { body } = await caller.get(`${PATH}/${id}/deliveries`).expect(200);
      next = body.data[0].attributes;
    }
    const seconds = (Date.parse(next.nextAttemptAt ?? '') - Date.now()) / 1_000;
    expect(seconds).toBeGreaterThan(1_700);
    expect(seconds).toBeLessThan(1_802);
    expect(receiver.received).toHaveLength(1);
  });

  it('send again what a replica had claimed that is gone, when its lease has ended', async () => {
    const id = await createWebhook();
    await sendTests(id, 1);
    // Claims as a replica that ends at once.
    const claim = { ...unlimited, claim: crypto.randomUUID(), leaseSeconds: 1 };
    const claimed = await registry.database.deliveries.claim(claim);
    expect(claimed).toHaveLength(1);
    await startReplica();
    await untilDelivered(id);
    expect(receiver.received).toHaveLength(1);
  });

  it('record nothing of a claim that another one has replaced', async () => {
    const id = await createWebhook();
    await sendTests(id, 1);
    const { deliveries } = registry.database;
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const [claimed] = await deliveries.claim({ ...unlimited, claim: first, leaseSeconds: 0 });
    await deliveries.claim({ ...unlimited, claim: second, leaseSeconds: 60 });
    const late = { id: claimed?.id ?? 0n, claim: first };
    await deliveries.record(late, [], { status: 'failed', retryMilliseconds: null });
    expect(await statusesOf(id)).toEqual(['pending']);
  });

  it.each([
    ['one webhook is slow and has a long backlog', 1, 4],
    ['all webhooks of an organization are', 5, 8],
  ])('serve others while %s', async (_what, webhooks, most) => {
    const held: ServerResponse[] = [];
    const isFull = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      held.push(response);
      if (held.length === most) isFull.resolve();
    };
    const slow: string[] = [];
    for (let number = 0; number < webhooks; number += 1) {
      const id = await createWebhook(`${receiver.url}/${number}`);
      await sendTests(id, 40 / webhooks);
      slow.push(id);
    }
    const slowOwner = caller;
    caller = await registry.newCaller();
    const quickReceiver = await startReceiver();
    const quick = await createWebhook(quickReceiver.url);
    await sendTests(quick, 5);
    await startReplica();
    await isFull.promise;
    await untilDelivered(quick);
    expect(held).toHaveLength(most);
    receiver.answer = (response) => response.writeHead(204).end();
    while (held.length > 0) held.pop()?.writeHead(204).end();
    caller = slowOwner;
    for (const id of slow) await untilDelivered(id);
    await quickReceiver.close();
  });

  it('cut off at a stop what hangs, and leave it to another replica', async () => {
    const hanging = Promise.withResolvers<void>();
    receiver.answer = () => hanging.resolve();
    const id = await createWebhook();
    await sendTests(id, 1);
    const replica = await startReplica({ stopMilliseconds: 50 });
    await hanging.promise;
    await replica.stop();
    const { body } = await caller.get(`${PATH}/${id}/deliveries`).expect(200);
    expect(body.data[0].attributes).toMatchObject({ status: 'pending', attempts: [] });
    receiver.answer = (response) => response.writeHead(204).end();
    await startReplica();
    await untilDelivered(id);
    expect(new Set(idsReceived()).size).toBe(1);
  });

  it('do not follow a host that was public when its webhook was created and is private now', async () => {
    const id = await createWebhook('https://rebinding.example.com/');
    await sendTests(id, 1);
    const asked = Promise.withResolvers<void>();
    const resolve = async () => {
      asked.resolve();
      return ['127.0.0.1'];
    };
    await startReplica({ allowsLoopback: false, resolve });
    await asked.promise;
    while ((await statusesOf(id)).includes('pending')) await wait(10);
    const { body } = await caller.get(`${PATH}/${id}/deliveries`).expect(200);
    const [attempt] = body.data[0].attributes.attempts;
    expect(attempt).toMatchObject({
      responseStatus: null,
      error: expect.stringContaining('not public'),
    });
  });

  it('go on after the database has failed once', async () => {
    const id = await createWebhook();
    await sendTests(id, 1);
    const { deliveries } = registry.database;
    const { claim } = deliveries;
    let isFailing = true;
    deliveries.claim = async (values) => {
      if (!isFailing) return claim.call(deliveries, values);
      isFailing = false;
      throw new Error('no database');
    };
    await startReplica();
    await untilDelivered(id);
    deliveries.claim = claim;
  });
});

import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
} from '../../services/registry/testing/start-registry.ts';
import {
  startReceiver,
  type WebhookReceiver,
} from '../../services/registry/testing/webhook-receiver.ts';

const PATH = '/v1/webhooks';
const HOSTILE_ORGANIZATIONS = 20;
const WEBHOOKS_OF_EACH = 4;
const EVENTS_OF_EACH = 2;
/** Of an attempt, where receivers are slow. */
const TIMEOUT_MILLISECONDS = 1_000;

/** A registry, hostile organizations whose receivers never answer, and what the receivers hold. */
async function startScene(timeoutMilliseconds: number) {
  const registry = await startRegistry({
    webhooks: { timeoutMilliseconds, retryPauses: Array(100).fill(1) },
  });
  const hanging = await startReceiver();
  const held = new Set<ServerResponse>();
  hanging.answer = (response) => {
    held.add(response);
    response.once('close', () => held.delete(response));
  };
  return { registry, hanging, held };
}

async function createWebhook(caller: Caller, url: string): Promise<string> {
  const { body } = await caller.post(PATH, { url, events: ['app.registered'] }).expect(201);
  return body.data.id;
}

/** Registers an app, which every webhook of the caller is told. */
const tell = (caller: Caller, number: number) => caller.register({ app: `told_${number}` });

async function attack(registry: RunningRegistry, hanging: WebhookReceiver): Promise<void> {
  for (let number = 0; number < HOSTILE_ORGANIZATIONS; number += 1) {
    const hostile = await registry.newCaller();
    for (let webhook = 0; webhook < WEBHOOKS_OF_EACH; webhook += 1) {
      await createWebhook(hostile, `${hanging.url}/${number}/${webhook}`);
    }
    for (let event = 0; event < EVENTS_OF_EACH; event += 1) {
      await hostile.register({ app: `hostile_${number}_${event}`, visibility: 'private' });
    }
  }
}

describe('attack: 20 organizations with receivers that never answer', () => {
  let scene: Awaited<ReturnType<typeof startScene>>;
  let honest: Caller;
  let quick: WebhookReceiver;
  // No attempt ends while the test runs.
  beforeAll(async () => {
    scene = await startScene(600_000);
    await attack(scene.registry, scene.hanging);
    honest = await scene.registry.newCaller();
    quick = await startReceiver();
    await scene.registry.start();
    while (scene.held.size < 32) await wait(5);
  });
  afterAll(async () => {
    await scene.hanging.close();
    await quick.close();
    await scene.registry.close();
  });

  it('another organization is told of its first and its later events while all of them hang', async () => {
    await createWebhook(honest, quick.url);
    for (let number = 1; number <= 3; number += 1) {
      await tell(honest, number);
      await quick.untilReceived(number);
    }
    // Nothing came to an end meanwhile.
    expect(scene.held.size).toBe(32);
  });

  it('each of them has at least one place, and two at most', () => {
    const counts = new Map<string, number>();
    for (const { path } of scene.hanging.received) {
      const organization = path.split('/')[1] ?? '';
      counts.set(organization, (counts.get(organization) ?? 0) + 1);
    }
    expect(counts.size).toBe(HOSTILE_ORGANIZATIONS);
    expect(Math.max(...counts.values())).toBe(2);
  });
});

describe('receivers that timed out lately', () => {
  it('have eight places together, until they answer', async () => {
    const scene = await startScene(TIMEOUT_MILLISECONDS);
    const { registry, hanging } = scene;
    await attack(registry, hanging);
    const honest = await registry.newCaller();
    const quick = await startReceiver();
    await createWebhook(honest, quick.url);
    // A webhook that hangs holds up no other one of its organization.
    await createWebhook(honest, `${hanging.url}/honest`);
    await registry.start();
    const paths = () => new Set(hanging.received.map(({ path }) => path));
    const all = HOSTILE_ORGANIZATIONS * WEBHOOKS_OF_EACH;
    while (paths().size < all) await wait(5);
    // What was begun before its receiver was known to be slow comes to an end: also what arrives late.
    let settledAt = performance.now();
    while (performance.now() - settledAt < 2 * TIMEOUT_MILLISECONDS) {
      await wait(5);
      if (scene.held.size > 8) settledAt = performance.now();
    }
    const [begunBefore, from] = [hanging.received.length, performance.now()];
    for (let number = 1; number <= 5; number += 1) {
      await tell(honest, number);
      await quick.untilReceived(number);
      await wait(800);
    }
    // Each attempt keeps its place for a second at least. Some were sent before and arrive now, and
    // some arrive after their sender gave up. All 32 places would begin 128 attempts and more.
    const begun = hanging.received.length - begunBefore;
    expect(begun).toBeLessThanOrEqual(8 * (3 + Math.ceil((performance.now() - from) / 1_000)));
    const before = hanging.received.length;
    hanging.answer = (response) => response.writeHead(204).end();
    const total = all * EVENTS_OF_EACH + 5;
    const delivered = () => hanging.received.length - before;
    while (delivered() < total) await wait(20);
    await hanging.close();
    await quick.close();
    await registry.close();
  });
});

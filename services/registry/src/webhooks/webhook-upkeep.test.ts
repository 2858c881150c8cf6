import { randomBytes } from 'node:crypto';
import { createLogger, KeyEncryption } from '@app-platform/runtime';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { PrismaClient } from '../database/generated/client.ts';
import { WebhookUpkeep } from './webhook-upkeep.ts';

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)].map((key) => key.toString('base64url'));
const encryptionOf = (key = '', second?: string) =>
  new KeyEncryption(key, second, 'webhook secrets');

let registry: RunningRegistry;
let client: PrismaClient;
let caller: Caller;
let webhookId: string;

beforeAll(async () => {
  registry = await startRegistry({
    databaseRole: 'owner',
    webhooks: { encryption: encryptionOf(oldKey) },
  });
  client = new PrismaClient({ adapter: registry.adapter });
  caller = await registry.newCaller();
  const url = 'https://apps.example.com/events';
  const { body } = await caller
    .post('/v1/webhooks', { url, events: ['app.registered'] })
    .expect(201);
  webhookId = body.data.id;
});
afterAll(async () => {
  await client.$disconnect();
  await registry.close();
});

function upkeep(encryption: KeyEncryption) {
  const measured: number[] = [];
  const metrics = { setOldestDueSeconds: (seconds: number) => void measured.push(seconds) };
  const logger = createLogger('registry', 'silent');
  return {
    measured,
    run: () => new WebhookUpkeep({ ...registry, metrics, encryption, logger }).run(),
  };
}

describe('upkeep', () => {
  it('measures the oldest due delivery, and none that is older than 30 days, which no list shows', async () => {
    await caller.register({ app: 'old' });
    await caller.register({ app: 'young' });
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const [old, young] = await client.webhookDelivery.findMany({ orderBy: { id: 'asc' } });
    const set = (id: bigint | undefined, data: { createdAt?: Date; dueAt: Date }) =>
      client.webhookDelivery.updateMany({ where: { id: id ?? 0n }, data });
    await set(old?.id, { createdAt: days(31), dueAt: days(31) });
    await set(young?.id, { dueAt: days(1) });
    const { run, measured } = upkeep(encryptionOf(oldKey));
    await run();
    const { body } = await caller.get(`/v1/webhooks/${webhookId}/deliveries`).expect(200);
    const apps = body.data.map(
      (one: { attributes: { payload: { data: { app: string } } } }) =>
        one.attributes.payload.data.app,
    );
    expect(apps).toEqual(['young']);
    expect(measured[0]).toBeGreaterThanOrEqual(86_400);
    expect(measured[0]).toBeLessThan(90_000);
  });

  it('encrypts secrets again while the key is changed, the replaced one too', async () => {
    await caller.post(`/v1/webhooks/${webhookId}/secret`, { overlapSeconds: 60 }).expect(200);
    const read = () => client.webhook.findUniqueOrThrow({ where: { id: webhookId } });
    const before = await read();
    await upkeep(encryptionOf(newKey, oldKey)).run();
    const after = await read();
    for (const [one, other] of [
      [before.secret, after.secret],
      [before.previousSecret, after.previousSecret],
    ]) {
      const secret = encryptionOf(oldKey).decrypt(one ?? new Uint8Array());
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(encryptionOf(newKey).decrypt(other ?? new Uint8Array())).toBe(secret);
    }
    await upkeep(encryptionOf(newKey, oldKey)).run();
    expect(await read()).toEqual(after);
  });
});

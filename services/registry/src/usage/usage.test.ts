import { createLogger, openTelemetry } from '@app-platform/runtime';
import { tokens } from '@app-platform/testing/credentials';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { type Caller, type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { webhookSettings } from '../../testing/webhook-settings.ts';
import { createRegistry, type Registry } from '../server.ts';

let registry: RunningRegistry;

beforeAll(async () => {
  registry = await startRegistry({ databaseRole: 'owner' });
});
afterAll(() => registry.close());

/** Another replica on the same database. Its `stop` writes what it has counted. */
async function replica(): Promise<Registry> {
  return createRegistry({
    database: registry.database,
    clock: () => registry.now.value,
    logger: createLogger('registry', 'silent'),
    telemetry: await openTelemetry('registry'),
    tokens,
    webhooks: webhookSettings(),
  });
}

async function readMe({ publicApp }: Registry, { apiKey }: Caller, times: number): Promise<void> {
  for (let sent = 0; sent < times; sent += 1) {
    await request(publicApp).get('/v1/me').auth(apiKey, { type: 'bearer' }).expect(200);
  }
}

const readUsage = (query: string, since = '2026-01-01', until = '2999-12-31') =>
  registry.internal('operator', 'get', `/internal/usage?since=${since}&until=${until}${query}`);

async function requestsOf({ organizationId }: Caller): Promise<number> {
  const { body } = await readUsage(`&organizationId=${organizationId}`).expect(200);
  return body.organizations[0]?.counts.requests ?? 0;
}

describe('usage of organizations', () => {
  it('is the number of their requests with a valid credential, summed over replicas', async () => {
    const [acme, other] = [await registry.newCaller(), await registry.newCaller()];
    const [one, two] = [await replica(), await replica()];
    await readMe(one, acme, 7);
    await readMe(two, acme, 5);
    await readMe(two, other, 3);
    const refused = await registry.keyFor(acme.organizationId, ['org.permission.customer']);
    await request(one.publicApp)
      .get('/v1/audit')
      .auth(refused.apiKey, { type: 'bearer' })
      .expect(403);
    await request(one.publicApp).get('/v1/me').auth('unknown', { type: 'bearer' }).expect(401);
    await request(one.publicApp).get('/status').expect(200);
    expect([await requestsOf(acme), await requestsOf(other)]).toEqual([0, 0]);
    await Promise.all([one.stop(), two.stop()]);
    expect([await requestsOf(acme), await requestsOf(other)]).toEqual([13, 3]);
    const { body } = await readUsage(`&organizationId=${acme.organizationId}`).expect(200);
    expect(body).toEqual({
      organizations: [
        {
          organizationId: acme.organizationId,
          name: 'Acme',
          counts: { requests: 13, webhookDeliveries: 0, webhookAttempts: 0, webhookFailures: 0 },
        },
      ],
      next: null,
    });
  });

  it('is listed in pages, and of the days of the period alone', async () => {
    const session = await registry.adapter.connect();
    await session.executeScript(`
      INSERT INTO usage_day (organization_id, day, requests, webhook_deliveries, webhook_attempts, webhook_failures)
      SELECT lpad(n::text, 24, '0'), day, 1, 2, 3, 4
      FROM generate_series(1, 1100) n, unnest('{2030-01-01,2030-01-02,2030-01-03}'::date[]) day`);
    await session.dispose();
    const listed: { organizationId: string; name: string | null; counts: object }[] = [];
    let after = '';
    for (let pages = 0; pages < 3; pages += 1) {
      const { body } = await readUsage(after, '2030-01-02', '2030-01-03').expect(200);
      listed.push(...body.organizations);
      after = `&after=${body.next}`;
    }
    expect(after).toBe('&after=null');
    expect(new Set(listed.map(({ organizationId }) => organizationId)).size).toBe(1_100);
    const counts = { requests: 2, webhookDeliveries: 4, webhookAttempts: 6, webhookFailures: 8 };
    expect(listed.every((one) => JSON.stringify(one.counts) === JSON.stringify(counts))).toBe(true);
  });

  it('is removed after thirteen months, in batches', async () => {
    registry.now.value = new Date('2031-02-01T12:00:00.000Z');
    const caller = await registry.newCaller();
    const another = await replica();
    await readMe(another, caller, 1);
    await another.stop();
    const requestsOn = async (day: string) => (await readUsage('', day, day)).body.organizations;
    expect(await requestsOn('2030-01-01')).toHaveLength(500);
    registry.now.value = new Date('2031-02-03T12:00:00.000Z');
    const later = await replica();
    await later.stop();
    expect(await requestsOn('2030-01-02')).toEqual([]);
    expect(await requestsOn('2030-01-03')).toHaveLength(500);
    expect(await requestsOf(caller)).toBe(1);
  });

  it('takes days of the calendar, and the operator alone', async () => {
    for (const [since, until, parameter] of [
      ['2026-02-30', '2026-03-01', 'since'],
      ['2026-01-01', '2026-13-01', 'until'],
    ]) {
      const { body } = await readUsage('', since, until).expect(400);
      expect(body.errors).toMatchObject([{ code: 'invalid_parameter', source: { parameter } }]);
    }
    await registry.internal('operator', 'get', '/internal/usage').expect(400);
    const path = '/internal/usage?since=2026-01-01&until=2026-01-02';
    await registry.internal('service', 'get', path).expect(403);
  });
});

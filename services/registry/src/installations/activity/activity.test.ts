import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
} from '../../../testing/start-registry.ts';

let registry: RunningRegistry;
let caller: Caller;
let path: string;

beforeAll(async () => {
  // Nothing listens there.
  const oauth = { issuer: 'http://127.0.0.1:9', audience: 'http://127.0.0.1:9' };
  registry = await startRegistry({ oauth: { ...oauth, internalUrl: 'http://127.0.0.1:9' } });
  registry.now.value = new Date('2026-03-01T10:20:30.000Z');
  caller = await registry.newCaller();
  await caller.register({ app: 'orders', title: 'Orders', version: '1.0.0' });
  await caller.install('orders');
  path = '/v1/apps/installed/orders/activity';
  const { clientId } = (await registry.database.installations.list(caller.organizationId))[0] ?? {};
  await registry.database.activity.add([
    {
      ...{ organizationId: caller.organizationId, clientId: clientId ?? '' },
      hour: new Date('2026-03-01T09:00:00.000Z'),
      counts: { refused: 3, deliveries: 2, failedDeliveries: 1 },
    },
  ]);
});
afterAll(() => registry.close());

describe('GET /v1/apps/installed/{name}/activity', () => {
  it('has each hour of a week, and says that the OAuth service did not answer', async () => {
    const { body } = await caller.get(path).expect(200);
    const { hours, ...rest } = body.data.attributes;
    expect(rest).toEqual({
      name: 'orders',
      from: '2026-02-22T11:00:00.000Z',
      until: '2026-03-01T11:00:00.000Z',
      complete: false,
    });
    expect(hours).toHaveLength(168);
    const unknown = { signIns: null, tokens: null, refused: null };
    expect(hours.slice(-2)).toEqual([
      { hour: '2026-03-01T09:00:00.000Z', ...unknown, deliveries: 2, failedDeliveries: 1 },
      { hour: '2026-03-01T10:00:00.000Z', ...unknown, deliveries: 0, failedDeliveries: 0 },
    ]);
  });

  it('has the hours of a period', async () => {
    const { body } = await caller.get(`${path}?hours=2&from=2026-03-01T09:59:59Z`).expect(200);
    const { hours } = body.data.attributes;
    expect(hours.map(({ deliveries }: { deliveries: number }) => deliveries)).toEqual([2, 0]);
  });

  it.each([
    ['hours=0', 'hours'],
    ['hours=745', 'hours'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30T25:00:00Z', 'from'],
  ])('400: %s', async (query, parameter) => {
    const { body } = await caller.get(`${path}?${query}`).expect(400);
    expect(body.errors).toMatchObject([{ code: 'invalid_parameter', source: { parameter } }]);
  });

  it('403 without the role, and 404 where the app is not installed', async () => {
    const reader = await registry.keyFor(caller.organizationId, ['org.permission.apps']);
    await reader.get(path).expect(403);
    const other = await registry.newCaller();
    await other.get(path).expect(404);
    await caller.get('/v1/apps/installed/orders-1.0.0/activity').expect(404);
  });
});

describe('GET /v1/apps/activity', () => {
  it('has each installed app, and says that the OAuth service did not answer', async () => {
    await caller.register({ app: 'notes', title: 'Notes', version: '1.0.0' });
    await caller.install('notes');
    const { body } = await caller.get('/v1/apps/activity?page[size]=1').expect(200);
    const unknown = { lastUsedAt: null, refused: null, complete: false };
    expect(body.data).toEqual([
      { type: 'app_activity', id: 'notes', attributes: { name: 'notes', ...unknown } },
    ]);
    const { after } = body.meta.page;
    const next = await caller.get(`/v1/apps/activity?page[after]=${after}`).expect(200);
    expect(next.body.data).toMatchObject([{ id: 'orders' }]);
    expect(next.body.meta.page.after).toBeNull();
  });

  it('403 without the role, and nothing of another organization', async () => {
    const reader = await registry.keyFor(caller.organizationId, ['org.permission.apps']);
    await reader.get('/v1/apps/activity').expect(403);
    const other = await registry.newCaller();
    const { body } = await other.get('/v1/apps/activity').expect(200);
    expect(body.data).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Caller,
  type RunningRegistry,
  startRegistry,
  uniqueName,
} from '../../testing/start-registry.ts';
import { PrismaClient } from '../database/generated/client.ts';

let registry: RunningRegistry;
let caller: Caller;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

type Event = { id: string; attributes: Record<string, unknown> };

async function events(query = ''): Promise<Event[]> {
  const { body } = await caller.get(`/v1/audit${query}`).expect(200);
  return body.data;
}

const actionsOf = (some: Event[]) => some.map(({ attributes }) => attributes.action);

describe('GET /v1/audit', () => {
  let name: string;
  beforeAll(async () => {
    caller = await registry.newCaller();
    name = uniqueName('audited');
    await caller.register({ app: name });
    await caller.patch(`/v1/apps/available/${name}-latest`, { title: 'Another' }).expect(200);
    await caller.install(name);
  });

  it('200 with actor, action, time, address, request, before and after', async () => {
    const [installed, described, ...earlier] = await events();
    expect(described?.id).toMatch(/^registry-\d+$/);
    expect(described?.attributes).toMatchObject({
      service: 'registry',
      actor: { type: 'api_key', id: expect.any(String) },
      action: 'app_version.described',
      subject: `${name}-0.0.1`,
      requestId: expect.any(String),
      address: expect.stringContaining('127.0.0.1'),
      before: { title: 'An app' },
      after: { title: 'Another' },
    });
    expect(Date.parse(String(installed?.attributes.at))).not.toBeNaN();
    expect(actionsOf(earlier)).toContain('app_version.registered');
  });

  it.each([
    ['action', () => 'app_version.registered', 1],
    ['subject', () => `${name}-0.0.1`, 3],
    ['app', () => name, 3],
    ['app', () => name.slice(0, -1), 0],
    ['actor', () => 'nobody', 0],
    ['from', () => '2999-01-01T00:00:00Z', 0],
    ['until', () => '2020-01-01T00:00:00.000Z', 0],
    ['service', () => 'oauth', 0],
  ])('200: filtered by %s', async (filter, value, count) => {
    const found = await events(`?filter[${filter}]=${encodeURIComponent(value())}`);
    expect(found).toHaveLength(count);
  });

  it('200: pages hold every event once', async () => {
    const all = await events('?page[size]=100');
    const paged: Event[] = [];
    let after = '';
    do {
      const { body } = await caller.get(`/v1/audit?page[size]=2${after}`).expect(200);
      paged.push(...body.data);
      after = body.meta.page.after ? `&page[after]=${body.meta.page.after}` : '';
    } while (after);
    expect(paged).toEqual(all);
  });

  it("200: never another organization's", async () => {
    const other = await registry.newCaller();
    const { body } = await other.get(`/v1/audit?filter[subject]=${name}-0.0.1`).expect(200);
    expect(body.data).toEqual([]);
  });

  it('403: without the role org.admin.audit', async () => {
    const other = await registry.keyFor(caller.organizationId, ['org.admin.apps']);
    const { body } = await other.get('/v1/audit').expect(403);
    expect(body.errors[0].meta.missingRoles).toEqual(['org.admin.audit']);
  });

  it.each([
    'filter[action]=DROP',
    'filter[app]=a-1.0.0',
    'filter[from]=yesterday',
    'filter[until]=0000-01-01T00:00:00Z',
    'filter[service]=other',
    'filter[colour]=red',
    'page[after]=x',
    'page[size]=101',
  ])('400: %s', async (query) => {
    const { body } = await caller.get(`/v1/audit?${query}`).expect(400);
    expect(body.errors[0].source.parameter).toBe(query.split('=')[0]);
  });
});

describe('audit rows are append-only', () => {
  it.each([
    "UPDATE audit_event SET actor_id = 'somebody else'",
    'DELETE FROM audit_event',
    'TRUNCATE audit_event',
  ])('%s is refused by the database', async (statement) => {
    const client = new PrismaClient({ adapter: registry.adapter });
    const before = await client.auditEvent.count();
    // By the trigger, or before it by the privileges of deploy/postgresql/roles.sql.
    await expect(client.$executeRawUnsafe(statement)).rejects.toThrow(
      /append-only|permission denied for table audit_event/,
    );
    expect(await client.auditEvent.count()).toBe(before);
    await client.$disconnect();
  });
});

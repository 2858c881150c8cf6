import type { OrganizationRemovalRequest } from '@app-platform/contracts';
import { createLogger } from '@app-platform/runtime';
import { defineStatement } from '@app-platform/runtime/database';
import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, type RunningRegistry, startRegistry } from '../../testing/start-registry.ts';
import { organizationTables } from './organization-row-store.ts';
import { organizationRemoval, removeSome } from './remove-organization.ts';

const KEYS = 1_200;
const INSTALLATIONS = 120;
const DELIVERIES = 1_100;
const LEASE_MILLISECONDS = 60_000;
/** Not of organizations, or with a step of their own. */
const OTHER_TABLES = [
  '_prisma_migrations',
  'change',
  'delivery_change',
  'ended_access',
  'organization_deletion',
];

const LIST_TABLES = defineStatement({
  name: 'list-registry-tables',
  text: `
    SELECT relname::text AS name, relkind = 'p' AS "isPartitioned" FROM pg_class
    WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace`,
  parameters: {},
  row: { name: 'text', isPartitioned: 'bool' },
});

let registry: RunningRegistry;

beforeAll(async () => {
  registry = await startRegistry();
});
afterAll(() => registry.close());

const later = (milliseconds: number) => {
  registry.now.value = new Date(registry.now.value.getTime() + milliseconds);
};

const logger = createLogger('registry', 'silent');

/** A replica, whose calls of the OAuth service have these results in turn. */
function replica(results: (Error | { more: boolean })[] = [], database = registry.database) {
  const calls: OrganizationRemovalRequest[] = [];
  const removal = organizationRemoval({
    database,
    clock: () => registry.now.value,
    logger,
    removeAtOauth: async (request) => {
      calls.push(request);
      const result = results[calls.length - 1] ?? { more: false };
      if (result instanceof Error) throw result;
      return { more: result.more, removed: { account: 7 } };
    },
  });
  return { removal, calls };
}

const pathOf = ({ organizationId }: Caller, rest: string) =>
  `/internal/organizations/${organizationId}/${rest}`;

async function beginDeletion(caller: Caller): Promise<void> {
  const reason = { reason: 'It leaves.' };
  await registry.internal('operator', 'put', pathOf(caller, 'suspension'), reason).expect(200);
  await registry.internal('operator', 'put', pathOf(caller, 'deletion')).expect(200);
}

async function deletionOf(caller: Caller) {
  return (await registry.internal('operator', 'get', pathOf(caller, 'deletion')).expect(200)).body;
}

async function execute(script: string): Promise<void> {
  const session = await registry.adapter.connect();
  await session.executeScript(script);
  await session.dispose();
}

const addKeys = ({ organizationId }: Caller, count: number) =>
  execute(`
    INSERT INTO api_key (id, organization_id, name, digest, hint, roles)
    SELECT gen_random_uuid(), '${organizationId}', '', sha256(('${organizationId}' || n)::bytea), '', '{}'
    FROM generate_series(1, ${count}) n`);

/** Installations of a public app in other organizations. */
const addInstallations = (app: string, count: number) =>
  execute(`
    INSERT INTO organization (id, name)
    SELECT substr(md5('${app}' || n), 1, 24), 'Other' FROM generate_series(1, ${count}) n;
    INSERT INTO installation (organization_id, app_id, app_version_id, installed_at, updated_at)
    SELECT substr(md5('${app}' || n), 1, 24), v.app_id, v.id, now(), now()
    FROM app a JOIN app_version v ON v.app_id = a.id, generate_series(1, ${count}) n
    WHERE a.name = '${app}'`);

async function addDeliveries(caller: Caller, count: number): Promise<void> {
  const webhook = { url: 'http://127.0.0.1:9/', events: ['app.registered'] };
  const { body } = await caller.post('/v1/webhooks', webhook).expect(201);
  await execute(`
    WITH event AS (
      INSERT INTO webhook_event (type, payload)
      SELECT 'app.registered', '{}' FROM generate_series(1, ${count}) RETURNING id)
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id, status)
    SELECT id, '${body.data.id}', '${caller.organizationId}', 'delivered' FROM event`);
}

describe('the removal of a deleted organization', () => {
  it('begins when no request of it can be under way any more', async () => {
    const caller = await registry.newCaller();
    await beginDeletion(caller);
    const { removal, calls } = replica();
    await removal.run();
    expect([await deletionOf(caller), calls]).toMatchObject([{ state: 'running' }, []]);
    later(LEASE_MILLISECONDS);
    await removal.run();
    expect(await deletionOf(caller)).toEqual({
      id: caller.organizationId,
      state: 'finished',
      removed: { registry: { api_key: 1, organization: 1 }, oauth: { account: 7 } },
    });
  });

  it('is finished by another replica where one is killed, and counts each row once', async () => {
    const caller = await registry.newCaller();
    await addKeys(caller, KEYS);
    const app = await caller.register({ app: 'leaving' });
    await beginDeletion(caller);
    later(LEASE_MILLISECONDS);
    const killed = replica([new Error('killed')]);
    await killed.removal.run();
    expect(killed.calls).toEqual([
      { organizationId: caller.organizationId, clientIds: [app.clientId] },
    ]);
    const half = await deletionOf(caller);
    expect(half).toMatchObject({ state: 'running', removed: { registry: { api_key: KEYS + 1 } } });
    const other = replica([{ more: true }]);
    await other.removal.run();
    expect(other.calls).toEqual([]);
    later(LEASE_MILLISECONDS);
    await other.removal.run();
    // More is left, then the app, then the last look.
    expect(other.calls.map(({ clientIds }) => clientIds.length)).toEqual([1, 1, 0]);
    expect(await deletionOf(caller)).toMatchObject({
      state: 'finished',
      removed: { registry: { api_key: KEYS + 1, app: 1, app_version: 1, organization: 1 } },
    });
  });

  it('by two replicas at once removes and counts each row once', async () => {
    const caller = await registry.newCaller();
    await addKeys(caller, KEYS);
    await caller.register({ app: 'everywhere', visibility: 'public' });
    await addInstallations('everywhere', INSTALLATIONS);
    await addDeliveries(caller, DELIVERIES);
    await beginDeletion(caller);
    later(LEASE_MILLISECONDS);
    const dependencies = {
      database: registry.database,
      clock: () => registry.now.value,
      removeAtOauth: async () => ({ more: false, removed: {} }),
    };
    const removeAll = async () => {
      while (await removeSome(dependencies, caller.organizationId));
    };
    await Promise.all([removeAll(), removeAll()]);
    expect((await deletionOf(caller)).removed.registry).toEqual({
      installation_of_others: INSTALLATIONS,
      api_key: KEYS + 1,
      webhook_event: DELIVERIES,
      webhook_delivery: DELIVERIES,
      webhook: 1,
      installation_event: INSTALLATIONS,
      app_version: 1,
      app: 1,
      organization: 1,
    });
    expect(await registry.database.endedAccess.queue.count()).toBe(INSTALLATIONS);
    const trail = await registry.auditTrail(caller.organizationId);
    expect(trail.filter(({ action }) => action === 'organization.deleted')).toHaveLength(1);
  });

  it('leaves alone an installation that an administrator ends before it', async () => {
    const caller = await registry.newCaller();
    await caller.register({ app: 'uninstalled', visibility: 'public' });
    const other = await registry.newCaller();
    await other.install('uninstalled');
    await beginDeletion(caller);
    later(LEASE_MILLISECONDS);
    const { database } = registry;
    const uninstalling: typeof database.transaction = (work) =>
      database.transaction((stores) => {
        const { organizations } = stores;
        const lock = organizations.lock.bind(organizations);
        organizations.lock = async (id) => {
          await lock(id);
          for (const { appId } of await stores.installations.list(id)) {
            await stores.installations.remove(id, appId);
          }
        };
        return work({ ...stores, organizations });
      });
    const { removal } = replica([], { ...database, transaction: uninstalling });
    await removal.run();
    const { removed } = await deletionOf(caller);
    expect(removed.registry).toEqual({
      api_key: 1,
      app: 1,
      app_version: 1,
      installation_event: 1,
      organization: 1,
    });
    const trail = await registry.auditTrail(other.organizationId);
    expect(trail.map(({ action }) => action)).not.toContain('installation.removed');
  });

  it('cannot be undone, and is asked for a suspended organization alone', async () => {
    const caller = await registry.newCaller();
    const deletion = pathOf(caller, 'deletion');
    const early = await registry.internal('operator', 'put', deletion).expect(409);
    expect(early.body.errors[0].code).toBe('organization_not_suspended');
    await beginDeletion(caller);
    await registry.internal('operator', 'put', deletion).expect(200);
    const suspension = pathOf(caller, 'suspension');
    const resumed = await registry.internal('operator', 'delete', suspension).expect(409);
    expect(resumed.body.errors[0].code).toBe('organization_being_deleted');
    const trail = await registry.auditTrail(caller.organizationId);
    expect(trail.map(({ action }) => action).slice(-2)).toEqual([
      'organization.suspended',
      'organization.deletion_requested',
    ]);
  });

  it('covers each table of the database', async () => {
    const connection = await openTestDatabase('registry');
    const rows = await connection.statements.rows(LIST_TABLES, {});
    const covered = new Set(organizationTables.map(({ table }) => table));
    const tables = rows.map(({ name }) => name).filter((name) => !OTHER_TABLES.includes(name));
    expect(tables.filter((name) => !covered.has(name))).toEqual([]);
    const partitioned = new Set(rows.flatMap((row) => (row.isPartitioned ? [row.name] : [])));
    expect(partitioned.size).toBeGreaterThan(0);
    // Removed by `ctid`, which names a row of each partition.
    const byCtid = organizationTables.filter(
      ({ only, removal }) => only !== 'exported' && !removal,
    );
    expect(byCtid.filter(({ table }) => partitioned.has(table))).toEqual([]);
    await connection.close();
  });
});

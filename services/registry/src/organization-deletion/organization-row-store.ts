import { activityOfOrganization } from '@app-platform/runtime/activity';
import {
  OrganizationRows,
  type OrganizationTable,
  organizationStatements,
  type RecordPage,
  type RemovedRows,
  type Statements,
} from '@app-platform/runtime/database';

const ALL_APPS = 'SELECT id FROM app WHERE organization_id = $1';
/** Those that are removed next: at most as many as the OAuth service takes in one call. */
export const FIRST_APPS = `${ALL_APPS} ORDER BY name LIMIT 100`;

const own = 'organization_id = $1';
const webhooks = 'SELECT id FROM webhook WHERE organization_id = $1';
/** An array, so that PostgreSQL looks the rows up by their index. */
const rowsOf = (apps: string) => `app_id = ANY(ARRAY(${apps}))`;

/** With the events that no webhook of another organization receives, looked up by index in each month. */
const REMOVE_DELIVERIES = `
    WITH removed AS (
      DELETE FROM webhook_delivery WHERE id = ANY(ARRAY(
        SELECT id FROM webhook_delivery WHERE webhook_id IN (${webhooks}) LIMIT $2::int4))
      RETURNING id, event_id
    ), events AS (
      DELETE FROM webhook_event e WHERE id = ANY(ARRAY(SELECT event_id FROM removed))
        AND (
          SELECT d.id FROM webhook_delivery d
          WHERE d.event_id = e.id AND d.id <> ALL(ARRAY(SELECT id FROM removed)) LIMIT 1) IS NULL
      RETURNING 1
    )
    SELECT 'webhook_delivery' AS table, count(*)::int4 AS removed FROM removed
    UNION ALL SELECT 'webhook_event', count(*)::int4 FROM events`;

/** By their ids: the same `ctid` is in each partition. */
const REMOVE_INSTALLATION_EVENTS = `
    WITH removed AS (
      DELETE FROM installation_event WHERE id = ANY(ARRAY(
        SELECT id FROM installation_event WHERE ${rowsOf(FIRST_APPS)} LIMIT $2::int4))
      RETURNING 1
    )
    SELECT 'installation_event' AS table, count(*)::int4 AS removed FROM removed`;

const REMOVE_DRAFTS = `
    WITH removed AS (
      DELETE FROM draft WHERE app_id = ANY(ARRAY(
        SELECT app_id FROM draft WHERE ${rowsOf(FIRST_APPS)} LIMIT $2::int4))
      RETURNING app_version_id
    ), versions AS (
      DELETE FROM app_version WHERE id = ANY(ARRAY(SELECT app_version_id FROM removed)) RETURNING 1
    )
    SELECT 'draft' AS table, count(*)::int4 AS removed FROM removed
    UNION ALL SELECT 'app_version', count(*)::int4 FROM versions`;

/**
 * The tables with rows of organizations, in the order of removal. Installations and apps have steps of their
 * own before and after. `of_others`: rows of other organizations about its apps.
 * @param apps a statement that lists ids of apps
 */
const tablesOf = (apps: string): readonly OrganizationTable[] => {
  const ofApps = rowsOf(apps);
  const drafts = `SELECT app_version_id FROM draft WHERE ${ofApps}`;
  const versions = `SELECT id FROM app_version WHERE ${ofApps} UNION ALL ${drafts}`;
  return [
    { table: 'uninstallation', where: own, key: 'app_id', type: 'int8' },
    {
      table: 'uninstallation',
      label: 'uninstallation_of_others',
      where: ofApps,
      key: 'organization_id',
      type: 'text',
      only: 'removed',
    },
    { table: 'app_transfer', where: own, key: 'id', type: 'int8' },
    {
      table: 'app_transfer',
      label: 'app_transfer_of_others',
      where: 'receiver_id = $1',
      key: 'id',
      type: 'int8',
      only: 'removed',
    },
    { table: 'app_policy', where: own, key: 'organization_id', type: 'text' },
    { table: 'installation_request', where: own, key: 'id', type: 'int8' },
    {
      table: 'installation_request',
      label: 'installation_request_of_others',
      where: ofApps,
      key: 'id',
      type: 'int8',
      only: 'removed',
    },
    { table: 'installation_plan', where: own, key: 'id', type: 'uuid', pageRecords: 10 },
    {
      table: 'attribute_setting',
      where: own,
      key: 'name',
      type: 'text',
      exportKey: "klass || '/' || name",
    },
    { table: 'usage_day', where: own, key: 'day', type: 'date' },
    activityOfOrganization,
    { table: 'idempotent_answer', where: own, key: 'key', type: 'text', only: 'removed' },
    { table: 'api_key', where: own, key: 'id', type: 'uuid', secrets: ['digest'] },
    {
      table: 'webhook_event',
      where: `id IN (SELECT event_id FROM webhook_delivery WHERE webhook_id IN (${webhooks}))`,
      key: 'id',
      type: 'uuid',
      only: 'exported',
    },
    {
      table: 'webhook_delivery',
      where: `webhook_id IN (${webhooks})`,
      key: 'id',
      type: 'int8',
      removal: REMOVE_DELIVERIES,
    },
    {
      table: 'webhook',
      where: own,
      key: 'id',
      type: 'uuid',
      secrets: ['secret', 'previous_secret'],
    },
    {
      table: 'attribute',
      where: `app_version_id IN (${versions})`,
      key: 'app_version_id',
      type: 'int8',
      exportKey: "app_version_id || '/' || klass || '/' || name",
    },
    {
      table: 'installation_event',
      where: ofApps,
      key: 'id',
      type: 'int8',
      removal: REMOVE_INSTALLATION_EVENTS,
    },
    { table: 'draft', where: ofApps, key: 'app_id', type: 'int8', removal: REMOVE_DRAFTS },
    {
      table: 'unpublished_version',
      where: ofApps,
      key: 'app_id',
      type: 'int8',
      exportKey: "app_id || '/' || precedence",
    },
    { table: 'client_secret', where: ofApps, key: 'id', type: 'uuid', secrets: ['digest'] },
    {
      table: 'app_version',
      where: `id IN (${versions})`,
      key: 'id',
      type: 'int8',
      // A definition may have a mebibyte.
      pageRecords: 10,
    },
    { table: 'organization', where: 'id = $1', key: 'id', type: 'text', only: 'exported' },
    { table: 'app', where: own, key: 'id', type: 'int8', only: 'exported' },
    { table: 'installation', where: own, key: 'app_id', type: 'int8', only: 'exported' },
    { table: 'public_name', where: own, key: 'skeleton', type: 'text', only: 'exported' },
    { table: 'public_identifier', where: own, key: 'identifier', type: 'text', only: 'exported' },
    { table: 'reserved_name', where: own, key: 'skeleton', type: 'text', only: 'exported' },
    { table: 'audit_event', where: own, key: 'id', type: 'int8', only: 'exported' },
  ];
};

export const organizationTables = tablesOf(ALL_APPS);
const declared = organizationStatements(tablesOf(FIRST_APPS), organizationTables);

/** All that the registry stores of an organization. */
export class OrganizationRowStore {
  readonly #rows: OrganizationRows;

  constructor(statements: Statements) {
    this.#rows = new OrganizationRows(statements, declared);
  }

  /** Until the end of the transaction: no other remover removes rows of the organization. */
  lock(organizationId: string): Promise<void> {
    return this.#rows.lock(organizationId);
  }

  /** Removes a batch of all rows but installations and apps. @returns nothing where no row is left */
  removeSome(organizationId: string, most: number): Promise<RemovedRows | undefined> {
    return this.#rows.removeSome(organizationId, most);
  }

  /** @param after the `next` of the page before */
  readPage(organizationId: string, after?: string): Promise<RecordPage> {
    return this.#rows.readPage(organizationId, after);
  }
}

import { activityOfOrganization } from '@app-platform/runtime/activity';
import {
  defineStatement,
  OrganizationRows,
  type OrganizationTable,
  organizationStatements,
  type RecordPage,
  type RemovedRows,
} from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

const ACCOUNTS = 'SELECT id FROM account WHERE organization_id = $1';
const OF_ALL = `IN (${ACCOUNTS})`;
/** Those that are removed next. An array, so that PostgreSQL looks their rows up by an index. */
const OF_FIRST = `= ANY(ARRAY(${ACCOUNTS} ORDER BY email LIMIT 500))`;

const owner = { table: 'account', by: 'email', column: 'account_id' };

/**
 * The tables with rows of organizations, in the order of removal.
 * @param ofAccounts a condition of the id of an account
 */
const tablesOf = (ofAccounts: string): readonly OrganizationTable[] => [
  {
    table: 'provider_record',
    where: `account_id ${ofAccounts}`,
    key: 'digest',
    type: 'bytea',
    owner,
    secrets: ['digest', 'payload', 'grant_digest', 'token_digest', 'previous_digest'],
  },
  {
    table: 'consent',
    where: `account_id ${ofAccounts}`,
    key: 'client_id',
    type: 'text',
    owner,
  },
  { table: 'consent_request', where: 'organization_id = $1', key: 'id', type: 'uuid' },
  {
    table: 'password_link',
    where: `account_id ${ofAccounts}`,
    key: 'account_id',
    type: 'uuid',
    owner,
    secrets: ['digest'],
  },
  {
    table: 'revocation',
    where: `id IN (
      SELECT r.id FROM account a CROSS JOIN LATERAL (
        SELECT id FROM revocation WHERE kind = 'roles'
          AND value BETWEEN a.id || ':0000000000' AND a.id || ':9999999999' OFFSET 0) r
      WHERE a.id ${ofAccounts})`,
    key: 'id',
    type: 'int8',
    only: 'removed',
  },
  {
    table: 'account',
    where: `id ${ofAccounts}`,
    key: 'email',
    type: 'text',
    secrets: ['password_hash'],
  },
  {
    table: 'organization_settings',
    where: 'organization_id = $1',
    key: 'organization_id',
    type: 'text',
  },
  { table: 'usage_day', where: 'organization_id = $1', key: 'day', type: 'date' },
  activityOfOrganization,
  {
    table: 'idempotent_answer',
    where: 'organization_id = $1',
    key: 'key',
    type: 'text',
    only: 'removed',
  },
  {
    table: 'audit_event',
    where: 'organization_id = $1',
    key: 'id',
    type: 'int8',
    only: 'exported',
  },
];

export const organizationTables = tablesOf(OF_ALL);
const statements = organizationStatements(tablesOf(OF_FIRST), organizationTables);

const REMOVE_REFUSED_REQUESTS = defineStatement({
  name: 'remove-refused-requests-of-clients',
  text: `
    WITH removed AS (DELETE FROM refused_request WHERE client_id = ANY($1::text[]) RETURNING 1)
    SELECT count(*)::int4 AS removed FROM removed`,
  parameters: { clientIds: 'text[]' },
  row: { removed: 'int4' },
});

/** An audit row of each removal has its numbers, so that none is counted twice or lost. */
const SUM_REMOVED = defineStatement({
  name: 'sum-removed-rows-of-organization',
  text: `
    SELECT counted.key AS table, sum(counted.value::int8)::int4 AS removed
    FROM audit_event CROSS JOIN LATERAL json_each_text(detail) AS counted
    WHERE organization_id = $1 AND action = 'organization_data.removed' GROUP BY counted.key`,
  parameters: { organizationId: 'text' },
  row: { table: 'text', removed: 'int4' },
});

export type OrganizationRowStores = { organizationRows: OrganizationRowStore };

/** All that this service stores of an organization. */
export class OrganizationRowStore {
  readonly #database: DatabaseAccess;
  readonly #rows: OrganizationRows;

  constructor(database: DatabaseAccess) {
    this.#database = database;
    this.#rows = new OrganizationRows(database.statements, statements);
  }

  /** Until the end of the transaction: no other remover removes rows of the organization. */
  lock(organizationId: string): Promise<void> {
    return this.#rows.lock(organizationId);
  }

  /** @returns nothing where no row is left */
  removeSome(organizationId: string, most: number): Promise<RemovedRows | undefined> {
    return this.#rows.removeSome(organizationId, most);
  }

  /** @returns how many were removed */
  async removeRefusedRequests(clientIds: readonly string[]): Promise<number> {
    const values = { clientIds };
    const [counted] = await this.#database.statements.rows(REMOVE_REFUSED_REQUESTS, values);
    return counted?.removed ?? 0;
  }

  /** All that was removed until now. */
  async sumRemoved(organizationId: string): Promise<RemovedRows> {
    const rows = await this.#database.statements.rows(SUM_REMOVED, { organizationId });
    return Object.fromEntries(rows.map(({ table, removed }) => [table, removed]));
  }

  /** @param after the `next` of the page before */
  readPage(organizationId: string, after?: string): Promise<RecordPage> {
    return this.#rows.readPage(organizationId, after);
  }
}

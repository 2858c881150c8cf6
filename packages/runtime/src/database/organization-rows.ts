import { defineStatement, type Statement, type Statements } from './statement.ts';

/** A table with rows of organizations: how its rows are removed and exported. */
export type OrganizationTable = {
  table: string;
  /** The rows of the organization `$1`, in SQL. */
  where: string;
  /** The column by which pages of an export are formed, with its type. */
  key: string;
  type: 'int8' | 'uuid' | 'text' | 'bytea' | 'date';
  /** Orders the records where `key` is not unique: text, in SQL. */
  exportKey?: string;
  /**
   * The table that the rows belong to, with its column of an index after `organization_id`. Pages of an export follow
   * that index, and read little more than they hold.
   */
  owner?: { table: string; by: string; column: string };
  /** How many a page of an export holds: fewer than usual where records are large. */
  pageRecords?: number;
  /** Columns that an export leaves out. */
  secrets?: readonly string[];
  /**
   * `removed`: an export leaves the rows out, which belong to other organizations or are a cache.
   * `exported`: another step removes the rows, or they stay.
   */
  only?: 'removed' | 'exported';
  /** In reports, where the same table comes twice. */
  label?: string;
  /**
   * Removes a batch in another way: `$1` is the organization, `$2` the size. Each row of the result names a table
   * and how many of its rows were removed. Where the sum is less than the size, none is left.
   */
  removal?: string;
};

export type RemovedRows = Record<string, number>;
export type RecordPage = {
  table: string;
  records: Record<string, unknown>[];
  /** Where the next page begins; null after the last one. */
  next: string | null;
};

const PAGE_RECORDS = 100;

type Removal = Statement<
  { organizationId: 'text'; most: 'int4' },
  { table: 'text'; removed: 'int4' }
>;
type Export = Statement<
  { organizationId: 'text'; after: 'text?'; most: 'int4' },
  { key: 'text'; record: 'json' }
>;

/** The removals and exports of tables, declared once at the start. */
export type OrganizationStatements = {
  removals: readonly Removal[];
  exports: readonly { table: string; statement: Export; pageRecords: number }[];
};

/**
 * @param removed in the order of removal: a table before those that it refers to. Where an organization may have a
 *   million rows in one table, each that refers to it names those of the first of them alone: a batch then costs the
 *   same however many are left.
 * @param exported the same tables with all of their rows
 */
export function organizationStatements(
  removed: readonly OrganizationTable[],
  exported: readonly OrganizationTable[],
): OrganizationStatements {
  return {
    removals: removed.filter(({ only }) => only !== 'exported').map(removalOf),
    exports: exported
      .filter(({ only }) => only !== 'removed')
      .map((one) => ({
        table: one.table,
        statement: exportOf(one),
        pageRecords: one.pageRecords ?? PAGE_RECORDS,
      })),
  };
}

/** By `ctid`, which is unique in a table without partitions. */
function removalOf({ table, where, label = table, removal }: OrganizationTable): Removal {
  return defineStatement({
    name: `remove-${label.replaceAll(/[ _]/g, '-')}-of-organization`,
    text:
      removal ??
      `
    WITH removed AS (
      DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM ${table} WHERE ${where} LIMIT $2::int4))
      RETURNING 1
    )
    SELECT '${label}' AS table, count(*)::int4 AS removed FROM removed`,
    parameters: { organizationId: 'text', most: 'int4' },
    row: { table: 'text', removed: 'int4' },
  });
}

function exportOf(described: OrganizationTable): Export {
  const { table, where, key, type, exportKey, owner, secrets = [] } = described;
  const order = exportKey ?? key;
  const orderType = exportKey ? 'text' : type;
  const left = secrets.map((column) => `'${column}'`).join(', ');
  const record = `to_jsonb(${table}) - ARRAY[${left}]::text[] AS record`;
  return defineStatement({
    name: `export-${table.replaceAll('_', '-')}-of-organization`,
    text: owner
      ? exportByOwner(owner, `${table}.${key}::text`, record, table)
      : `
    SELECT (${order})::text AS key, ${record} FROM ${table}
    WHERE ${where} AND ${order} > coalesce($2::text, '${LOWEST[orderType]}')::${orderType}
    ORDER BY ${order} LIMIT $3::int4`,
    parameters: { organizationId: 'text', after: 'text?', most: 'int4' },
    row: { key: 'text', record: 'json' },
  });
}

/** Before each key. Compared in the first page too, so that PostgreSQL begins at the key in its index. */
const LOWEST: Record<OrganizationTable['type'], string> = {
  int8: '-1',
  uuid: '00000000-0000-0000-0000-000000000000',
  text: '',
  bytea: '',
  date: '-infinity',
};

/** Between the two parts of a key: in no address and no id. */
const SEPARATOR = "E'\\x1f'";

function exportByOwner(
  { table: ownerTable, by, column }: { table: string; by: string; column: string },
  key: string,
  record: string,
  table: string,
): string {
  const after = (part: number) => `split_part($2::text, ${SEPARATOR}, ${part})`;
  return `
    SELECT o.${by} || ${SEPARATOR} || ${key} AS key, ${record}
    FROM ${ownerTable} o JOIN ${table} ON ${table}.${column} = o.id
    WHERE o.organization_id = $1 AND o.${by} >= coalesce(${after(1)}, '')
      AND ($2::text IS NULL OR (o.${by}, ${key}) > (${after(1)}, ${after(2)}))
    ORDER BY o.${by}, ${key} LIMIT $3::int4`;
}

/** Any number that no other lock on two numbers has. */
const REMOVAL_LOCK = 7_366_412;

const LOCK_ROWS = defineStatement({
  name: 'lock-rows-of-organization',
  text: `SELECT pg_advisory_xact_lock(${REMOVAL_LOCK}, hashtext($1))::text AS locked`,
  parameters: { organizationId: 'text' },
  row: { locked: 'text' },
});

/** The rows of an organization in the database of a service. */
export class OrganizationRows {
  readonly #statements: Statements;
  readonly #declared: OrganizationStatements;

  constructor(statements: Statements, declared: OrganizationStatements) {
    this.#statements = statements;
    this.#declared = declared;
  }

  /** Until the end of the transaction: of several removers of an organization, one at a time removes a batch. */
  async lock(organizationId: string): Promise<void> {
    await this.#statements.rows(LOCK_ROWS, { organizationId });
  }

  /**
   * Removes a batch of rows, of one table after the other. Needs the lock: without it, rows that another
   * remover is removing look like none that are left.
   * @returns nothing where no row is left
   */
  async removeSome(organizationId: string, most: number): Promise<RemovedRows | undefined> {
    const all: RemovedRows = {};
    let left = most;
    for (const statement of this.#declared.removals) {
      const counted = await this.#statements.rows(statement, { organizationId, most: left });
      for (const { table, removed } of counted) {
        if (removed > 0) all[table] = (all[table] ?? 0) + removed;
        left -= removed;
      }
      if (left <= 0) break;
    }
    return left < most ? all : undefined;
  }

  /**
   * Reads a page of the organization's records, table by table.
   * @param after the `next` of the page before: a table, a colon and a key; undefined for the first page
   */
  async readPage(organizationId: string, after?: string): Promise<RecordPage> {
    const { exports } = this.#declared;
    const [name = exports[0]?.table, ...key] = after?.split(':') ?? [];
    const place = exports.findIndex(({ table }) => table === name);
    const current = exports[place];
    if (!current) return { table: '', records: [], next: null };
    const { table, statement, pageRecords } = current;
    const rows = await this.#statements.rows(statement, {
      organizationId,
      after: key.length > 0 && key.join(':') !== '' ? key.join(':') : null,
      most: pageRecords,
    });
    const last = rows.length === pageRecords ? rows.at(-1) : undefined;
    const following = exports[place + 1]?.table;
    const next = last ? `${table}:${last.key}` : following === undefined ? null : `${following}:`;
    const records = rows.map(({ record }) => record as Record<string, unknown>);
    return { table, records, next };
  }
}

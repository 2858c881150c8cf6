import {
  type Columns,
  defineStatement,
  type RowOf,
  type Statements,
} from '../database/statement.ts';
import type { Queue } from './queue-worker.ts';

/** A longer queue costs no more to look at. */
const MOST_COUNTED = 10_000;

/**
 * Declares the statements of a queue in the database.
 * @param table has the columns `id`, `due_at` with an index, and those of the entry
 * @param row the types of the entry's columns
 * @param columns the entry's columns in SQL, by their names in an entry
 * @returns makes the queue on the statements of a connection
 */
export function queueTable<const Row extends Columns>(
  table: string,
  row: Row,
  columns: Record<keyof Row, string>,
) {
  const title = table.replaceAll('_', '-');
  const own = Object.entries(columns).map(([name, column]) => `, ${column} AS "${name}"`);
  /** What another replica is claiming is skipped. What is claimed is due again when the lease ends. */
  const claim = defineStatement({
    name: `claim-${title}`,
    text: `
      UPDATE ${table} SET due_at = $2
      WHERE id = (
        SELECT id FROM ${table} WHERE due_at <= $1
        ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id${own.join('')}`,
    parameters: { now: 'timestamptz', leaseEnd: 'timestamptz' },
    row: { id: 'int8', ...row },
  });
  const prolong = defineStatement({
    name: `prolong-${title}`,
    text: `UPDATE ${table} SET due_at = $2 WHERE id = $1`,
    parameters: { id: 'int8', leaseEnd: 'timestamptz' },
    row: {},
  });
  const remove = defineStatement({
    name: `remove-${title}`,
    text: `DELETE FROM ${table} WHERE id = $1`,
    parameters: { id: 'int8' },
    row: {},
  });
  const count = defineStatement({
    name: `count-${title}`,
    text: `
      SELECT count(*)::int4 AS waiting
      FROM (SELECT FROM ${table} ORDER BY due_at LIMIT ${MOST_COUNTED}) counted`,
    parameters: {},
    row: { waiting: 'int4' },
  });
  return (statements: Statements): Queue<RowOf<{ id: 'int8' } & Row>> => ({
    claim: async (now, leaseEnd) => {
      const [claimed] = await statements.rows(claim, { now, leaseEnd });
      return claimed as RowOf<{ id: 'int8' } & Row> | undefined;
    },
    prolong: async (id, leaseEnd) => void (await statements.rows(prolong, { id, leaseEnd })),
    remove: async (id) => void (await statements.rows(remove, { id })),
    count: async () => (await statements.rows(count, {}))[0]?.waiting ?? 0,
  });
}

import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** Of one statement. */
const MOST_CHANGES = 1_000;

/**
 * The changes that are visible now and were not in a snapshot, however late their transactions were committed.
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 */
const LIST_DELIVERY_CHANGES = defineStatement({
  name: 'list-delivery-changes',
  text: `
    SELECT now.snapshot::text AS snapshot, c.transaction, c.id, c.delivery_id AS "deliveryId"
    FROM (SELECT pg_current_snapshot() AS snapshot) now
    LEFT JOIN LATERAL (
      SELECT transaction, id, delivery_id FROM delivery_change
      WHERE transaction >= pg_snapshot_xmin($1::text::pg_snapshot)::text::int8
        AND NOT pg_visible_in_snapshot(transaction::text::xid8, $1::text::pg_snapshot)
        AND (transaction, id) > ($3::int8, $4::int8) AND organization_id = ANY($2::text[])
      ORDER BY transaction, id LIMIT ${MOST_CHANGES}) c ON true`,
  parameters: { after: 'text?', organizationIds: 'text[]', transaction: 'int8', id: 'int8' },
  row: { snapshot: 'text', transaction: 'int8?', id: 'int8?', deliveryId: 'int8?' },
});

/** Every transaction with a lower number than the oldest of a snapshot had ended then. */
export const REMOVE_OLD_DELIVERY_CHANGES = defineStatement({
  name: 'remove-old-delivery-changes',
  text: `
    DELETE FROM delivery_change WHERE transaction < pg_snapshot_xmin($1::text::pg_snapshot)::text::int8`,
  parameters: { before: 'text' },
  row: {},
});

/** Which deliveries were added, attempted or canceled, as triggers record it. */
export class DeliveryChangeStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The present position: a snapshot. */
  async position(): Promise<string> {
    const values = { after: null, organizationIds: [], transaction: 0n, id: 0n };
    const [now] = await this.#statements.rows(LIST_DELIVERY_CHANGES, values);
    if (!now) throw new Error('The database did not say its position');
    return now.snapshot;
  }

  /** The deliveries of organizations that changed since a position, and the position after that. */
  async read(
    after: string,
    organizationIds: readonly string[],
  ): Promise<{ position: string; deliveryIds: bigint[] }> {
    const changed = new Set<bigint>();
    let position: string | undefined;
    let last = { transaction: 0n, id: 0n };
    while (true) {
      const values = { after, organizationIds, ...last };
      const rows = await this.#statements.rows(LIST_DELIVERY_CHANGES, values);
      // What is committed while pages are read comes again after this position.
      position ??= rows[0]?.snapshot ?? after;
      for (const { transaction, id, deliveryId } of rows) {
        if (transaction === null || id === null || deliveryId === null) continue;
        changed.add(deliveryId);
        last = { transaction, id };
      }
      if (rows.length < MOST_CHANGES) return { position, deliveryIds: [...changed] };
    }
  }
}

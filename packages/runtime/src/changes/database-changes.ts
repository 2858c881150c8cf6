import type { Change, ChangeBatch } from '@app-platform/contracts';
import { defineStatement, type Statement, type Statements } from '../database/statement.ts';
import type { ChangeSource } from './change-feed.ts';

/** A reader that is further behind has to forget what it holds. Less than the other service reads of a response. */
const MOST_CHANGES = 1_000;

/** By the database's clock, whatever happened to the reader meanwhile. */
const MOST_BEHIND_SECONDS = 5 * 60;
/** Longer than that. */
const KEPT_MILLISECONDS = 10 * 60_000;
const TRIM_MILLISECONDS = 60_000;

/**
 * The changes that are visible now and were not in a snapshot, however late their transactions were committed.
 * https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-PG-SNAPSHOT
 * Timeline and age of the statistics tell histories of a database apart: after a fail-over or a crash that lost
 * transactions their numbers are used again. Each recovery begins new statistics.
 */
const LIST_CHANGES = defineStatement({
  name: 'list-changes',
  text: `
    SELECT now.history, now.snapshot::text AS snapshot, extract(epoch FROM now())::int8 AS seconds, c.action, c.organization_id AS "organizationId", c.subject
    FROM (SELECT concat(left(pg_walfile_name(pg_current_wal_lsn()), 8), '-',
              (extract(epoch FROM (SELECT stats_reset FROM pg_stat_wal)) * 1000000)::int8) AS history,
            pg_current_snapshot() AS snapshot) now
    LEFT JOIN LATERAL (
      SELECT action, organization_id, subject FROM change
      WHERE transaction >= pg_snapshot_xmin($1::text::pg_snapshot)::text::int8
        AND NOT pg_visible_in_snapshot(transaction::text::xid8, $1::text::pg_snapshot)
      -- So that it is found by the index, whatever the statistics say.
      ORDER BY transaction LIMIT ${MOST_CHANGES + 1}) c ON true`,
  parameters: { after: 'text?' },
  row: {
    history: 'text',
    snapshot: 'text',
    seconds: 'int8',
    action: 'text?',
    organizationId: 'text?',
    subject: 'text?',
  },
});

/** Every transaction with a lower number than the oldest of a snapshot had ended then. */
const REMOVE_OLD_CHANGES = defineStatement({
  name: 'remove-old-changes',
  text: 'DELETE FROM change WHERE transaction < pg_snapshot_xmin($1::text::pg_snapshot)::text::int8',
  parameters: { before: 'text' },
  row: {},
});

/** Removes what transactions recorded that had ended before a snapshot. */
type Removal = Statement<{ before: 'text' }, Record<never, never>>;

/** The changes of this service's own database, which triggers record. */
export class DatabaseChanges implements ChangeSource {
  readonly #statements: Statements;
  readonly #now: () => number;
  readonly #removals: readonly Removal[];
  /** Snapshots at monotonic times, the oldest first. */
  #marks: { at: number; snapshot: string }[] = [];

  /** @param removals of other records that are kept as long as changes */
  constructor(
    statements: Statements,
    now: () => number = () => performance.now(),
    removals: readonly Removal[] = [],
  ) {
    this.#statements = statements;
    this.#now = now;
    this.#removals = [REMOVE_OLD_CHANGES, ...removals];
  }

  async read(after?: string): Promise<ChangeBatch> {
    const [history, snapshot, seconds = 0] = after?.split('/') ?? [];
    const rows = await this.#statements.rows(LIST_CHANGES, { after: snapshot ?? null });
    const [first] = rows;
    if (!first) throw new Error('The database did not say its position');
    const position = `${first.history}/${first.snapshot}/${first.seconds}`;
    const isKnown =
      history === first.history && Number(first.seconds) - Number(seconds) <= MOST_BEHIND_SECONDS;
    if (!isKnown || rows.length > MOST_CHANGES) return { position, changes: null };
    return {
      position,
      changes: rows.flatMap(({ action, organizationId, subject }) =>
        action === null || subject === null
          ? []
          : [{ action, organizationId, subject } satisfies Change],
      ),
    };
  }

  /** Removes changes that every reader has seen. Costs nothing when it is called again within a minute. */
  async trim(position: string): Promise<void> {
    const at = this.#now();
    const latest = this.#marks.at(-1);
    if (latest && at < latest.at + TRIM_MILLISECONDS) return;
    this.#marks.push({ at, snapshot: position.split('/')[1] ?? '' });
    const old = this.#marks.findLastIndex((mark) => mark.at <= at - KEPT_MILLISECONDS);
    const before = this.#marks[old];
    if (!before) return;
    this.#marks = this.#marks.slice(old + 1);
    for (const removal of this.#removals) {
      await this.#statements.rows(removal, { before: before.snapshot });
    }
  }
}

import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** Any number that no other lock of this database uses. */
const SWEEPER_LOCK = 7_201_002n;

/** The lock ends with the transaction. */
export const TRY_SWEEPER_LOCK = defineStatement({
  name: 'try-sweeper-lock',
  text: `SELECT pg_try_advisory_xact_lock(${SWEEPER_LOCK}) AS taken`,
  parameters: {},
  row: { taken: 'bool' },
});

/**
 * Uses the index on `expires_at` alone: consumed refresh tokens expire too. The grant of a code that
 * was never exchanged is deleted with the code, since nothing else was issued on it.
 */
const REMOVE_RECORDS = defineStatement({
  name: 'remove-expired-records',
  text: `
    WITH expired AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(
        SELECT digest FROM provider_record WHERE expires_at <= $1
        ORDER BY expires_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED))
      RETURNING kind, grant_digest, consumed_at
    ), unused_grants AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(
        SELECT grant_digest FROM expired
        WHERE kind = 'AuthorizationCode' AND consumed_at IS NULL))
    )
    SELECT count(*)::int4 AS removed FROM expired`,
  parameters: { now: 'timestamptz', most: 'int4' },
  row: { removed: 'int4' },
});

/** A revocation outlives every token that it revokes. */
const REMOVE_REVOCATIONS = defineStatement({
  name: 'remove-expired-revocations',
  text: `
    WITH expired AS (
      DELETE FROM revocation WHERE id = ANY(ARRAY(
        SELECT id FROM revocation WHERE expires_at <= $1
        ORDER BY expires_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED))
      RETURNING id
    )
    SELECT count(*)::int4 AS removed FROM expired`,
  parameters: { now: 'timestamptz', most: 'int4' },
  row: { removed: 'int4' },
});

const REMOVE_REFUSED_REQUESTS = defineStatement({
  name: 'remove-expired-refused-requests',
  text: `
    WITH expired AS (
      DELETE FROM refused_request WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM refused_request WHERE last_at <= $1::timestamptz - interval '14 days'
        ORDER BY last_at LIMIT $2::int4 FOR UPDATE SKIP LOCKED))
      RETURNING 1
    )
    SELECT count(*)::int4 AS removed FROM expired`,
  parameters: { now: 'timestamptz', most: 'int4' },
  row: { removed: 'int4' },
});

export type ExpiredRecordStores = { expiredRecords: ExpiredRecordStore };

/**
 * Deletes expired rows, one replica at a time, in a transaction that holds the lock. Rows that a request has
 * locked are left.
 */
export class ExpiredRecordStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** @returns how many were removed; 0 if another replica holds the lock */
  removeRecords(now: Date, most: number): Promise<number> {
    return this.#remove(REMOVE_RECORDS, now, most);
  }

  /** @returns likewise */
  removeRevocations(now: Date, most: number): Promise<number> {
    return this.#remove(REMOVE_REVOCATIONS, now, most);
  }

  /** Those of two weeks ago. @returns likewise */
  removeRefusedRequests(now: Date, most: number): Promise<number> {
    return this.#remove(REMOVE_REFUSED_REQUESTS, now, most);
  }

  async #remove(statement: typeof REMOVE_RECORDS, now: Date, most: number): Promise<number> {
    const { statements } = this.#database;
    const [lock] = await statements.rows(TRY_SWEEPER_LOCK, {});
    if (!lock?.taken) return 0;
    const [counted] = await statements.rows(statement, { now, most });
    return counted?.removed ?? 0;
  }
}

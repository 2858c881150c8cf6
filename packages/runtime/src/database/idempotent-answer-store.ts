import { defineStatement, type Statements } from './statement.ts';

const MOST_REMOVED_AT_ONCE = 100;

/** A key that a request came with, as the database knows it. */
export type IdempotencyClaim = {
  organizationId: string;
  keyDigest: string;
  requestDigest: Uint8Array;
  expiresAt: Date;
};

const CLAIM_KEY = defineStatement({
  name: 'claim-idempotency-key',
  text: `
    INSERT INTO idempotent_answer AS kept (organization_id, key, request_digest, expires_at, answer)
    VALUES ($1, $2, $3, $4, 'null')
    ON CONFLICT (organization_id, key) DO UPDATE
      SET request_digest = EXCLUDED.request_digest, expires_at = EXCLUDED.expires_at
      WHERE kept.expires_at <= $5
    RETURNING key`,
  parameters: {
    organizationId: 'text',
    keyDigest: 'text',
    requestDigest: 'bytea',
    expiresAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: { key: 'text' },
});

const KEEP_ANSWER = defineStatement({
  name: 'keep-idempotent-answer',
  text: 'UPDATE idempotent_answer SET answer = $3 WHERE organization_id = $1 AND key = $2',
  parameters: { organizationId: 'text', keyDigest: 'text', answer: 'json' },
  row: {},
});

const FIND_ANSWER = defineStatement({
  name: 'find-idempotent-answer',
  text: `
    SELECT request_digest AS "requestDigest", answer #>> '{}' AS answer FROM idempotent_answer
    WHERE organization_id = $1 AND key = $2`,
  parameters: { organizationId: 'text', keyDigest: 'text' },
  row: { requestDigest: 'bytea', answer: 'text' },
});

const REMOVE_EXPIRED = defineStatement({
  name: 'remove-expired-answers',
  text: `
    DELETE FROM idempotent_answer WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotent_answer WHERE expires_at <= $1
      ORDER BY expires_at LIMIT ${MOST_REMOVED_AT_ONCE} FOR UPDATE SKIP LOCKED))`,
  parameters: { now: 'timestamptz' },
  row: {},
});

/**
 * The answers to requests with an idempotency key, encrypted. A service keeps them in its own table
 * `idempotent_answer`, whose column `key` holds the digest of the key.
 */
export class IdempotentAnswerStore {
  readonly #database: { readonly statements: Statements };

  constructor(database: { readonly statements: Statements }) {
    this.#database = database;
  }

  /**
   * Takes a key, for this transaction to keep its answer under. Waits for another transaction that
   * has taken it.
   * @returns false where an answer is kept under it
   */
  async claim(claim: IdempotencyClaim, now: Date): Promise<boolean> {
    return (await this.#database.statements.rows(CLAIM_KEY, { ...claim, now })).length > 0;
  }

  async keep(organizationId: string, keyDigest: string, encrypted: string): Promise<void> {
    const answer = JSON.stringify(encrypted);
    await this.#database.statements.rows(KEEP_ANSWER, { organizationId, keyDigest, answer });
  }

  /** @throws Error where no answer is kept under the key */
  async find(organizationId: string, keyDigest: string) {
    const key = { organizationId, keyDigest };
    const [kept] = await this.#database.statements.rows(FIND_ANSWER, key);
    if (!kept) throw new Error('no answer is kept under this idempotency key');
    return kept;
  }

  /** Removes some of the answers that have expired. */
  async removeExpired(now: Date): Promise<void> {
    await this.#database.statements.rows(REMOVE_EXPIRED, { now });
  }
}

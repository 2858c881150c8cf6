import { defineStatement, type Statements } from '@app-platform/runtime/database';

const MOST_REMOVED_AT_ONCE = 100;

export type IdempotencyClaim = {
  organizationId: string;
  key: string;
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
    key: 'text',
    requestDigest: 'bytea',
    expiresAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: { key: 'text' },
});

const KEEP_ANSWER = defineStatement({
  name: 'keep-idempotent-answer',
  text: 'UPDATE idempotent_answer SET answer = $3 WHERE organization_id = $1 AND key = $2',
  parameters: { organizationId: 'text', key: 'text', answer: 'json' },
  row: {},
});

const FIND_ANSWER = defineStatement({
  name: 'find-idempotent-answer',
  text: `
    SELECT request_digest AS "requestDigest", answer::text AS answer FROM idempotent_answer
    WHERE organization_id = $1 AND key = $2`,
  parameters: { organizationId: 'text', key: 'text' },
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

/** The answers to requests with an idempotency key, as JSON. */
export class IdempotentAnswerStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * Takes a key, for this transaction to keep its answer under. Waits for another transaction that
   * has taken it.
   * @returns false where an answer is kept under it
   */
  async claim(claim: IdempotencyClaim, now: Date): Promise<boolean> {
    return (await this.#statements.rows(CLAIM_KEY, { ...claim, now })).length > 0;
  }

  async keep(organizationId: string, key: string, answer: string): Promise<void> {
    await this.#statements.rows(KEEP_ANSWER, { organizationId, key, answer });
  }

  /** @throws Error where no answer is kept under the key */
  async find(organizationId: string, key: string) {
    const [kept] = await this.#statements.rows(FIND_ANSWER, { organizationId, key });
    if (!kept) throw new Error('no answer is kept under this idempotency key');
    return kept;
  }

  /** Removes some of the answers that have expired. */
  async removeExpired(now: Date): Promise<void> {
    await this.#statements.rows(REMOVE_EXPIRED, { now });
  }
}

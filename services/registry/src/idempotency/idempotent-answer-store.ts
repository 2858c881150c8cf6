import type { DatabaseClient } from '../database/database.ts';
import type { Prisma } from '../database/generated/client.ts';

const MOST_REMOVED_AT_ONCE = 100;

export type IdempotencyClaim = {
  organizationId: string;
  key: string;
  requestDigest: Uint8Array<ArrayBuffer>;
  expiresAt: Date;
};

/** What requests with an idempotency key were answered. */
export class IdempotentAnswerStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /**
   * Takes a key, for this transaction to keep its answer under. Waits for another transaction that
   * has taken it.
   * @returns false where an answer is kept under it
   */
  async claim(
    { organizationId, key, requestDigest, expiresAt }: IdempotencyClaim,
    now: Date,
  ): Promise<boolean> {
    const claimed = await this.#client.$executeRaw`
      INSERT INTO idempotent_answer AS kept (organization_id, key, request_digest, answer, expires_at)
      VALUES (${organizationId}, ${key}, ${requestDigest}, 'null', ${expiresAt}::timestamptz)
      ON CONFLICT (organization_id, key) DO UPDATE
        SET request_digest = EXCLUDED.request_digest, expires_at = EXCLUDED.expires_at
        WHERE kept.expires_at <= ${now}::timestamptz`;
    return claimed > 0;
  }

  async keep(organizationId: string, key: string, answer: object): Promise<void> {
    await this.#client.idempotentAnswer.update({
      where: { organizationId_key: { organizationId, key } },
      data: { answer: answer as Prisma.InputJsonObject },
      select: { key: true },
    });
  }

  async find(organizationId: string, key: string) {
    return this.#client.idempotentAnswer.findUniqueOrThrow({
      where: { organizationId_key: { organizationId, key } },
      select: { requestDigest: true, answer: true },
    });
  }

  /** Some of what nobody will ask for again. */
  async removeExpired(now: Date): Promise<void> {
    await this.#client.$executeRaw`
      DELETE FROM idempotent_answer WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM idempotent_answer WHERE expires_at <= ${now}::timestamptz
        ORDER BY expires_at LIMIT ${MOST_REMOVED_AT_ONCE}::int FOR UPDATE SKIP LOCKED))`;
  }
}

import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

const MOST_COUNTED = 10_000;
/** Few enough for a short transaction, where each has the used tokens of a month of the release before. */
const MOST_GRANTS_AT_ONCE = 100;

/** A user whose grants have ended, while they are still stored. */
export type EndedUser = { id: bigint; accountId: string; endedAt: Date };

/**
 * The insert of a grant locks the account too, so that each one has begun before this time, or waits. Grants
 * have their `created_at` by the same clock, that of the database.
 */
const END_GRANTS = defineStatement({
  name: 'end-grants-of-user',
  text: `
    WITH held AS MATERIALIZED (
      SELECT id FROM account WHERE id = $1::uuid FOR UPDATE
    ), ended AS (
      UPDATE account a SET grants_since = clock_timestamp(), roles_version = roles_version + 1
      FROM held WHERE a.id = held.id
      RETURNING a.id, grants_since, roles_version
    ), queued AS (
      INSERT INTO ended_user (account_id, ended_at, due_at)
      SELECT id, grants_since, $2 FROM ended
    )
    SELECT roles_version AS "rolesVersion" FROM ended`,
  parameters: { accountId: 'text', now: 'timestamptz' },
  row: { rolesVersion: 'int4' },
});

/** What another replica is claiming is skipped. What is claimed is due again when the lease ends. */
const CLAIM_ENDED_USER = defineStatement({
  name: 'claim-ended-user',
  text: `
    UPDATE ended_user SET due_at = $2
    WHERE id = (
      SELECT id FROM ended_user WHERE due_at <= $1
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, account_id::text AS "accountId", ended_at AS "endedAt"`,
  parameters: { now: 'timestamptz', leaseEnd: 'timestamptz' },
  row: { id: 'int8', accountId: 'text', endedAt: 'timestamptz' },
});

/** Of a deleted user, tokens too whose grant went before, with its installation. */
const REMOVE_GRANTS = defineStatement({
  name: 'remove-grants-of-ended-user',
  text: `
    WITH ended AS (
      SELECT digest FROM provider_record
      WHERE account_id = $1::uuid AND ((kind = 'Grant' AND created_at <= $2)
        OR NOT EXISTS (SELECT FROM account WHERE id = $1::uuid))
      LIMIT ${MOST_GRANTS_AT_ONCE}
    ), removed AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(SELECT digest FROM ended))
        OR grant_digest = ANY(ARRAY(SELECT digest FROM ended))
    )
    SELECT count(*)::int4 AS removed FROM ended`,
  parameters: { accountId: 'text', endedAt: 'timestamptz' },
  row: { removed: 'int4' },
});

const REMOVE_CONSENTS = defineStatement({
  name: 'remove-consents-of-deleted-user',
  text: `
    DELETE FROM consent WHERE account_id = $1::uuid
      AND NOT EXISTS (SELECT FROM account WHERE id = $1::uuid)`,
  parameters: { accountId: 'text' },
  row: {},
});

const REMOVE_ENDED_USER = defineStatement({
  name: 'remove-ended-user',
  text: 'DELETE FROM ended_user WHERE id = $1',
  parameters: { id: 'int8' },
  row: {},
});

const COUNT_ENDED_USERS = defineStatement({
  name: 'count-ended-users',
  text: `
    SELECT count(*)::int4 AS waiting
    FROM (SELECT FROM ended_user ORDER BY due_at LIMIT ${MOST_COUNTED}) counted`,
  parameters: {},
  row: { waiting: 'int4' },
});

export type EndedUserStores = { endedUsers: EndedUserStore };

/** The queue of users whose grants are to be removed. */
export class EndedUserStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /**
   * Makes every grant of a user void, and queues its removal.
   * @returns the version of the roles of tokens that are issued from now on
   */
  async add(accountId: string, now: Date): Promise<number> {
    const [ended] = await this.#database.statements.rows(END_GRANTS, { accountId, now });
    return ended?.rolesVersion ?? 0;
  }

  /** @param leaseEnd when others may claim it, unless it is removed */
  async claim(now: Date, leaseEnd: Date): Promise<EndedUser | undefined> {
    return (await this.#database.statements.rows(CLAIM_ENDED_USER, { now, leaseEnd }))[0];
  }

  /** Removes some of the user's grants with their codes and tokens. @returns how many there were */
  async removeSomeGrants({ accountId, endedAt }: EndedUser): Promise<number> {
    const values = { accountId, endedAt };
    return (await this.#database.statements.rows(REMOVE_GRANTS, values))[0]?.removed ?? 0;
  }

  /** Removes the consents, unless the user exists: a user who is enabled again need not consent again. */
  async removeConsents({ accountId }: EndedUser): Promise<void> {
    await this.#database.statements.rows(REMOVE_CONSENTS, { accountId });
  }

  async remove(id: bigint): Promise<void> {
    await this.#database.statements.rows(REMOVE_ENDED_USER, { id });
  }

  /** At most 10,000. */
  async count(): Promise<number> {
    return (await this.#database.statements.rows(COUNT_ENDED_USERS, {}))[0]?.waiting ?? 0;
  }
}

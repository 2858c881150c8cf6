import { queueTable } from '@app-platform/runtime';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** Few enough for a short transaction, where each has the used tokens of a month of the release before. */
const MOST_GRANTS_AT_ONCE = 100;

const queue = queueTable(
  'ended_user',
  { accountId: 'text', endedAt: 'timestamptz' },
  { accountId: 'account_id::text', endedAt: 'ended_at' },
);

/** A user whose grants have ended, while they are still stored. */
type EndedUser = { accountId: string; endedAt: Date };

/**
 * The caller has locked the account. The insert of a grant locks it too: it has committed before this time, or waits
 * and has an earlier `created_at`, by the same clock of the database, and is void.
 */
const END_GRANTS = defineStatement({
  name: 'end-grants-of-user',
  text: `
    WITH ended AS (
      UPDATE account SET grants_since = clock_timestamp(), roles_version = roles_version + 1
      WHERE id = $1::uuid
      RETURNING id, grants_since, roles_version
    ), queued AS (
      INSERT INTO ended_user (account_id, ended_at, due_at)
      SELECT id, grants_since, $2 FROM ended
    )
    SELECT roles_version AS "rolesVersion" FROM ended`,
  parameters: { accountId: 'text', now: 'timestamptz' },
  row: { rolesVersion: 'int4' },
});

/** For a deleted user, also tokens whose grant was removed already, with its installation. */
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

export type EndedUserStores = { endedUsers: EndedUserStore };

/** The queue of users whose grants are to be removed. */
export class EndedUserStore {
  readonly queue: ReturnType<typeof queue>;
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.queue = queue(database.statements);
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

  /** Removes some of the user's grants with their codes and tokens. @returns how many there were */
  async removeSomeGrants({ accountId, endedAt }: EndedUser): Promise<number> {
    const values = { accountId, endedAt };
    return (await this.#database.statements.rows(REMOVE_GRANTS, values))[0]?.removed ?? 0;
  }

  /** Removes the consents, unless the user exists: a user who is enabled again need not consent again. */
  async removeConsents({ accountId }: EndedUser): Promise<void> {
    await this.#database.statements.rows(REMOVE_CONSENTS, { accountId });
  }
}

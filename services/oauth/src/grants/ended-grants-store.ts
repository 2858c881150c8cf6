import type { EndedGrants } from '@app-platform/contracts';
import { queueTable } from '@app-platform/runtime';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { FIRST_PARTY } from '../database/expressions.ts';

/** Few enough for a short transaction, where each has the used tokens of a month of the release before. */
const MOST_GRANTS_AT_ONCE = 100;
const MOST_CONSENTS_AT_ONCE = 500;

/**
 * The row of an end makes earlier grants void. It stays until every transaction has ended that began before and
 * may still store one.
 */
const REMOVAL_DELAY_MILLISECONDS = 60_000;

const queue = queueTable(
  'ended_grants',
  {
    organizationId: 'text',
    userId: 'text?',
    clientId: 'text?',
    isFirstParty: 'bool?',
    endedAt: 'timestamptz',
  },
  {
    organizationId: 'organization_id',
    userId: 'account_id::text',
    clientId: 'client_id',
    isFirstParty: 'is_first_party',
    endedAt: 'ended_at',
  },
);

/** Ended grants that may still be stored. Those that were created later are kept. */
type StoredEnd = EndedGrants & { endedAt: Date };

const END_GRANTS = defineStatement({
  name: 'end-grants',
  text: `
    INSERT INTO ended_grants
      (organization_id, account_id, client_id, is_first_party, ended_at, due_at)
    VALUES ($1, $2::uuid, $3, $4, clock_timestamp(), $5)
    RETURNING ended_at AS "endedAt"`,
  parameters: {
    organizationId: 'text',
    userId: 'text?',
    clientId: 'text?',
    isFirstParty: 'bool?',
    dueAt: 'timestamptz',
  },
  row: { endedAt: 'timestamptz' },
});

const endParameters = {
  organizationId: 'text',
  userId: 'text?',
  clientId: 'text?',
  isFirstParty: 'bool?',
  endedAt: 'timestamptz',
} as const;

/** @param by the condition that an index serves */
function removeGrants(name: string, by: string) {
  return defineStatement({
    name,
    text: `
    WITH ended AS (
      SELECT digest, account_id, client_id FROM provider_record
      WHERE ${by} AND kind = 'Grant' AND organization_id = $1 AND created_at <= $5
        AND ($2::uuid IS NULL OR account_id = $2::uuid) AND ($3::text IS NULL OR client_id = $3)
        AND ($4::bool IS NULL OR (client_id ${FIRST_PARTY}) = $4)
      LIMIT ${MOST_GRANTS_AT_ONCE}
    ), removed AS (
      DELETE FROM provider_record WHERE grant_digest = ANY(ARRAY(SELECT digest FROM ended))
    ), forgotten AS (
      DELETE FROM consent c USING ended
      WHERE c.account_id = ended.account_id AND c.client_id = ended.client_id AND c.granted_at <= $5
    )
    SELECT count(*)::int4 AS removed FROM ended`,
    parameters: endParameters,
    row: { removed: 'int4' },
  });
}

const REMOVE_GRANTS_OF_USER = removeGrants('remove-ended-grants-of-user', 'account_id = $2::uuid');
const REMOVE_GRANTS_OF_APP = removeGrants('remove-ended-grants-of-app', 'client_id = $3');

/** Those without a grant. */
const REMOVE_CONSENTS = defineStatement({
  name: 'remove-ended-consents',
  text: `
    WITH ended AS (
      SELECT c.account_id, c.client_id FROM account a JOIN consent c ON c.account_id = a.id
      WHERE a.organization_id = $1 AND c.granted_at <= $5
        AND ($2::uuid IS NULL OR a.id = $2::uuid) AND ($3::text IS NULL OR c.client_id = $3)
        AND ($4::bool IS NULL OR (c.client_id ${FIRST_PARTY}) = $4)
      LIMIT ${MOST_CONSENTS_AT_ONCE}
    ), removed AS (
      DELETE FROM consent c USING ended
      WHERE c.account_id = ended.account_id AND c.client_id = ended.client_id
    )
    SELECT count(*)::int4 AS removed FROM ended`,
  parameters: endParameters,
  row: { removed: 'int4' },
});

export type EndedGrantsStores = { endedGrants: EndedGrantsStore };

/** The ends of grants of a user or an app. Each is a row, which makes them void and queues their removal. */
export class EndedGrantsStore {
  readonly queue: ReturnType<typeof queue>;
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.queue = queue(database.statements);
    this.#database = database;
  }

  /** @returns when they have ended, by the clock of the database, like the creation of a grant */
  async add(grants: EndedGrants, now: Date): Promise<Date> {
    const dueAt = new Date(now.getTime() + REMOVAL_DELAY_MILLISECONDS);
    const [added] = await this.#database.statements.rows(END_GRANTS, { ...grants, dueAt });
    return added?.endedAt ?? now;
  }

  /** Removes some of the grants with their codes, tokens and consents. @returns how many there were */
  async removeSomeGrants(end: StoredEnd): Promise<number> {
    const statement = end.userId === null ? REMOVE_GRANTS_OF_APP : REMOVE_GRANTS_OF_USER;
    return (await this.#database.statements.rows(statement, end))[0]?.removed ?? 0;
  }

  /** @returns how many there were; call again until there are none */
  async removeSomeConsents(end: StoredEnd): Promise<number> {
    return (await this.#database.statements.rows(REMOVE_CONSENTS, end))[0]?.removed ?? 0;
  }
}

import type { GrantRevocationRequest } from '@app-platform/contracts';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { FIRST_PARTY, GRANTED_SCOPES, IS_CONSENT, IS_GRANT } from '../database/expressions.ts';
import { encodeDigest } from '../database/record-digest.ts';
import { CONSUMED_REFRESH_TOKEN_DAYS, consumedUntil } from '../storage/provider-record-store.ts';

/** What a user has granted to an app: the scopes of its grants, or of the consent where no grant is left. */
export type Access = { clientId: string; scopes: string[]; grantedAt: Date };

const MOST_APPS = 100;
/** Few enough for a short transaction. */
const MOST_GRANTS_AT_ONCE = 500;

const LIST_ACCESS = defineStatement({
  name: 'list-access',
  text: `
    WITH given AS (
      SELECT c.client_id, c.granted_at AS at, c.scopes || c.mcp_scopes AS scopes, false AS is_grant
      FROM account a JOIN consent c ON c.account_id = a.id
      WHERE a.id = $1::uuid AND ${IS_CONSENT}
      UNION ALL
      SELECT g.client_id, g.created_at, ${GRANTED_SCOPES}, true
      FROM account a JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
      WHERE a.id = $1::uuid AND g.expires_at > $2 AND NOT g.client_id ${FIRST_PARTY} AND ${IS_GRANT}
    )
    SELECT client_id AS "clientId", min(at) AS "grantedAt", COALESCE(
      array_agg(DISTINCT scope ORDER BY scope) FILTER (WHERE is_grant),
      array_agg(DISTINCT scope ORDER BY scope)) AS scopes
    FROM given CROSS JOIN LATERAL unnest(scopes) scope
    GROUP BY client_id ORDER BY min(at) DESC, client_id LIMIT ${MOST_APPS}`,
  parameters: { accountId: 'text', now: 'timestamptz' },
  row: { clientId: 'text', scopes: 'text[]', grantedAt: 'timestamptz' },
});

const REMOVE_RECORDS_OF_CLIENT = defineStatement({
  name: 'remove-records-of-client',
  text: `
    DELETE FROM provider_record WHERE account_id = $1::uuid AND client_id = $2
    RETURNING kind, digest`,
  parameters: { accountId: 'text', clientId: 'text' },
  row: { kind: 'text', digest: 'bytea' },
});

/** A grant of a release that did not store the session may belong to any. */
const REMOVE_FIRST_PARTY_GRANTS = defineStatement({
  name: 'remove-first-party-grants',
  text: `
    WITH grants AS (
      SELECT digest FROM provider_record
      WHERE account_id = $1::uuid AND kind = 'Grant' AND client_id ${FIRST_PARTY}
        AND ($2::text IS NULL OR COALESCE(payload->>'sessionUid', $2) = $2)
    ), removed AS (
      DELETE FROM provider_record WHERE grant_digest = ANY(ARRAY(SELECT digest FROM grants))
    )
    SELECT digest FROM grants`,
  parameters: { accountId: 'text', sessionUid: 'text?' },
  row: { digest: 'bytea' },
});

/**
 * Of the installation and of those before it, which a block may have ended.
 * A refresh token is not valid without its grant. It is kept for a while, because its organization
 * is needed for the error that the client gets.
 */
const REMOVE_GRANTS_OF_INSTALLATION = defineStatement({
  name: 'remove-grants-of-installation',
  text: `
    WITH grants AS (
      SELECT r.digest FROM provider_record r JOIN account a ON a.id = r.account_id
      WHERE r.client_id = $2 AND a.organization_id = $1 AND r.kind = 'Grant'
        AND (r.payload->>'installedSince')::int8 <= $3::int8
      LIMIT ${MOST_GRANTS_AT_ONCE}
    ), removed AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(SELECT digest FROM grants))
    ), ended AS (
      UPDATE provider_record SET expires_at = $4
      WHERE grant_digest = ANY(ARRAY(SELECT digest FROM grants)) AND kind <> 'Grant'
        AND expires_at > $4
    )
    SELECT count(*)::int4 AS removed FROM grants`,
  parameters: {
    organizationId: 'text',
    clientId: 'text',
    installedSince: 'int8',
    until: 'timestamptz',
  },
  row: { removed: 'int4' },
});

const FORGET_CONSENTS = defineStatement({
  name: 'forget-consents-of-installation',
  text: `
    WITH removed AS (
      DELETE FROM consent c USING account a
      WHERE c.account_id = a.id AND a.organization_id = $1 AND c.client_id = $2
        AND c.installed_since <= $3
      RETURNING 1
    )
    SELECT count(*)::int4 AS removed FROM removed`,
  parameters: { organizationId: 'text', clientId: 'text', installedSince: 'timestamptz' },
  row: { removed: 'int4' },
});

/** Nobody can decide them any more. */
const REMOVE_WAITING_REQUESTS = defineStatement({
  name: 'remove-waiting-requests-of-installation',
  text: `
    WITH removed AS (
      DELETE FROM consent_request
      WHERE organization_id = $1 AND state = 'pending' AND client_id = $2 AND installed_since <= $3
      RETURNING 1
    )
    SELECT count(*)::int4 AS removed FROM removed`,
  parameters: { organizationId: 'text', clientId: 'text', installedSince: 'timestamptz' },
  row: { removed: 'int4' },
});

const REMOVE_CONSENT = defineStatement({
  name: 'remove-consent',
  text: `
    DELETE FROM consent WHERE account_id = $1::uuid AND client_id = $2
    RETURNING client_id AS "clientId"`,
  parameters: { accountId: 'text', clientId: 'text' },
  row: { clientId: 'text' },
});

export type AccessStores = { access: AccessStore };

/** The access that apps hold on behalf of users. */
export class AccessStore {
  readonly #database: DatabaseAccess;
  readonly #consumedDays: number;

  constructor(database: DatabaseAccess, consumedDays = CONSUMED_REFRESH_TOKEN_DAYS) {
    this.#database = database;
    this.#consumedDays = consumedDays;
  }

  /** The newest first. */
  list(accountId: string, now: Date): Promise<Access[]> {
    return this.#database.statements.rows(LIST_ACCESS, { accountId, now });
  }

  /**
   * Removes the tokens and codes that an app holds for a user, and the consent.
   * @returns the digests of the grants, and the number of consents
   */
  async removeOfClient(
    accountId: string,
    clientId: string,
  ): Promise<{ grants: string[]; consents: number }> {
    const values = { accountId, clientId };
    const removed = await this.#database.statements.rows(REMOVE_RECORDS_OF_CLIENT, values);
    const consents = await this.#database.statements.rows(REMOVE_CONSENT, values);
    return { grants: grantsOf(removed), consents: consents.length };
  }

  /**
   * Removes the tokens and codes that the console and the command line hold for a user.
   * @param sessionUid of the browser session that they came from; null for all
   * @returns the digests of the grants
   */
  async removeFirstParty(accountId: string, sessionUid: string | null): Promise<string[]> {
    const values = { accountId, sessionUid };
    return digestsOf(await this.#database.statements.rows(REMOVE_FIRST_PARTY_GRANTS, values));
  }

  /**
   * Removes some of the grants that users of an organization gave to an installation of an app.
   * @returns how many there were; call again until there are none
   */
  async removeSomeOfInstallation(
    { organizationId, clientId, installedSince }: GrantRevocationRequest,
    now: Date,
  ): Promise<number> {
    const values = {
      organizationId,
      clientId,
      installedSince: BigInt(Date.parse(installedSince)),
      until: consumedUntil(now, this.#consumedDays),
    };
    const statement = REMOVE_GRANTS_OF_INSTALLATION;
    return (await this.#database.statements.rows(statement, values))[0]?.removed ?? 0;
  }

  /**
   * Forgets the consents that users of an organization gave to an installation of an app, and their requests that wait.
   * @returns how many there were
   */
  async forgetConsents({
    installedSince,
    ...installation
  }: GrantRevocationRequest): Promise<{ consents: number; consentRequests: number }> {
    const { statements } = this.#database;
    const values = { ...installation, installedSince: new Date(installedSince) };
    const [consents] = await statements.rows(FORGET_CONSENTS, values);
    const [requests] = await statements.rows(REMOVE_WAITING_REQUESTS, values);
    return { consents: consents?.removed ?? 0, consentRequests: requests?.removed ?? 0 };
  }
}

function grantsOf(removed: { kind: string; digest: Uint8Array }[]): string[] {
  return digestsOf(removed.filter(({ kind }) => kind === 'Grant'));
}

function digestsOf(removed: { digest: Uint8Array }[]): string[] {
  return removed.map(({ digest }) => encodeDigest(digest));
}

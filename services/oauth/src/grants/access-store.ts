import type { GrantRevocationRequest } from '@app-platform/contracts';
import type { RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { defineStatement } from '@app-platform/runtime/database';
import type { Account } from '../accounts/account-store.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { FIRST_PARTY } from '../database/first-party-condition.ts';
import { encodeDigest } from '../database/record-digest.ts';
import { CONSUMED_REFRESH_TOKEN_DAYS, consumedUntil } from '../storage/provider-record-store.ts';
import type { RevocationStore } from './revocation-store.ts';

/** The scopes that a user has granted to an app. */
export type Access = { clientId: string; scopes: string[]; grantedAt: Date };

const MOST_APPS = 100;
/** Few enough for a short transaction. */
const MOST_GRANTS_AT_ONCE = 500;

const LIST_ACCESS = defineStatement({
  name: 'list-access',
  text: `
    SELECT client_id AS "clientId", scopes, granted_at AS "grantedAt" FROM consent
    WHERE account_id = $1::uuid ORDER BY granted_at DESC, client_id LIMIT ${MOST_APPS}`,
  parameters: { accountId: 'text' },
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

const REMOVE_RECORDS_OF_ACCOUNT = defineStatement({
  name: 'remove-records-of-account',
  text: `
    DELETE FROM provider_record WHERE account_id = $1::uuid
    RETURNING kind, digest`,
  parameters: { accountId: 'text' },
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
 * A refresh token is not valid without its grant. It is kept for a while, because its organization
 * tells the client why it is refused.
 */
const REMOVE_GRANTS_OF_INSTALLATION = defineStatement({
  name: 'remove-grants-of-installation',
  text: `
    WITH grants AS (
      SELECT r.digest FROM provider_record r JOIN account a ON a.id = r.account_id
      WHERE r.client_id = $2 AND a.organization_id = $1 AND r.kind = 'Grant'
        AND r.payload->'installedSince' = to_jsonb($3::int8)
      LIMIT ${MOST_GRANTS_AT_ONCE}
    ), removed AS (
      DELETE FROM provider_record WHERE digest = ANY(ARRAY(SELECT digest FROM grants))
    ), ended AS (
      UPDATE provider_record SET expires_at = LEAST(expires_at, $4)
      WHERE grant_digest = ANY(ARRAY(SELECT digest FROM grants)) AND kind <> 'Grant'
    )
    SELECT digest FROM grants`,
  parameters: {
    organizationId: 'text',
    clientId: 'text',
    installedSince: 'int8',
    until: 'timestamptz',
  },
  row: { digest: 'bytea' },
});

const FORGET_CONSENTS = defineStatement({
  name: 'forget-consents-of-installation',
  text: `
    WITH removed AS (
      DELETE FROM consent c USING account a
      WHERE c.account_id = a.id AND a.organization_id = $1 AND c.client_id = $2
        AND c.installed_since = $3
      RETURNING 1
    )
    SELECT count(*)::int4 AS removed FROM removed`,
  parameters: { organizationId: 'text', clientId: 'text', installedSince: 'timestamptz' },
  row: { removed: 'int4' },
});

/** The access that apps hold on behalf of users. */
export class AccessStore {
  readonly #database: Database;
  readonly #revocations: RevocationStore;
  readonly #audit: AuditStore;
  readonly #clock: Clock;
  readonly #consumedDays: number;

  constructor(
    database: Database,
    revocations: RevocationStore,
    audit: AuditStore,
    clock: Clock,
    consumedDays = CONSUMED_REFRESH_TOKEN_DAYS,
  ) {
    this.#consumedDays = consumedDays;
    this.#database = database;
    this.#revocations = revocations;
    this.#audit = audit;
    this.#clock = clock;
  }

  /** The newest first. */
  list(accountId: string): Promise<Access[]> {
    return this.#database.statements.rows(LIST_ACCESS, { accountId });
  }

  /** Revokes the tokens and codes that an app holds for a user, and forgets the consent. */
  async revoke(
    { id: accountId, organizationId }: Account,
    clientId: string,
    context: RequestContext,
  ): Promise<void> {
    const values = { accountId, clientId };
    await this.#database.transaction(async () => {
      const { client, statements } = this.#database;
      const removed = await statements.rows(REMOVE_RECORDS_OF_CLIENT, values);
      const grants = removed.filter(({ kind }) => kind === 'Grant');
      await this.#revocations.addGrants(grants.map(({ digest }) => encodeDigest(digest)));
      const { count } = await client.consent.deleteMany({ where: values });
      if (grants.length + count === 0) return;
      await this.#audit.record({
        actor: { kind: 'account', id: accountId },
        action: 'access.revoked',
        subject: clientId,
        organizationId,
        context,
      });
    });
  }

  /** Revokes every token and code of a user, whose account the transaction has locked. */
  async revokeAll(accountId: string): Promise<void> {
    const removed = await this.#database.statements.rows(REMOVE_RECORDS_OF_ACCOUNT, { accountId });
    const grants = removed.filter(({ kind }) => kind === 'Grant');
    await this.#revocations.addGrants(grants.map(({ digest }) => encodeDigest(digest)));
  }

  /**
   * Revokes the tokens and codes that the console and the command line hold for a user.
   * @param sessionUid of the browser session that they came from; null for all
   */
  async revokeFirstParty(accountId: string, sessionUid: string | null): Promise<void> {
    await this.#database.transaction(async () => {
      const values = { accountId, sessionUid };
      const grants = await this.#database.statements.rows(REMOVE_FIRST_PARTY_GRANTS, values);
      await this.#revocations.addGrants(grants.map(({ digest }) => encodeDigest(digest)));
    });
  }

  /**
   * Revokes some of the grants that users of an organization gave to an installation of an app.
   * @returns how many; call again until it returns 0
   */
  async revokeSomeOfInstallation({
    organizationId,
    clientId,
    installedSince,
  }: GrantRevocationRequest): Promise<number> {
    return this.#database.transaction(async () => {
      const grants = await this.#database.statements.rows(REMOVE_GRANTS_OF_INSTALLATION, {
        organizationId,
        clientId,
        installedSince: BigInt(Date.parse(installedSince)),
        until: consumedUntil(this.#clock(), this.#consumedDays),
      });
      await this.#revocations.addGrants(grants.map(({ digest }) => encodeDigest(digest)));
      return grants.length;
    });
  }

  /**
   * Forgets the consents that users of an organization gave to an installation of an app.
   * @returns how many there were
   */
  async forgetConsents({
    organizationId,
    clientId,
    installedSince,
  }: GrantRevocationRequest): Promise<number> {
    const [found] = await this.#database.statements.rows(FORGET_CONSENTS, {
      organizationId,
      clientId,
      installedSince: new Date(installedSince),
    });
    return found?.removed ?? 0;
  }
}

import type { EndedGrants } from '@app-platform/contracts';
import { defineStatement, type RowOf } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { FIRST_PARTY, IS_CONSENT, IS_GRANT } from '../database/expressions.ts';
import { encodeDigest } from '../database/record-digest.ts';

/** What a user has granted to an app. */
export type OrganizationGrant = {
  /** The `gid` of its access tokens. */
  id: string;
  userId: string;
  email: string;
  clientId: string;
  scopes: string[];
  /** The address that its access tokens are for (RFC 8707). */
  resource: string;
  grantedAt: Date;
  /** When tokens were last issued. */
  lastUsedAt: Date;
};

/** Narrows the grants or consents of an organization. Null for all. */
export type GrantFilter = EndedGrants;

const row = {
  digest: 'bytea',
  userId: 'text',
  email: 'text',
  clientId: 'text',
  payload: 'json',
  grantedAt: 'timestamptz',
  lastUsedAt: 'timestamptz',
} as const;

/** In the order of the accounts' index, so that a page reads little more than it shows. */
const LIST_GRANTS = defineStatement({
  name: 'list-grants-of-organization',
  text: `
    SELECT g.digest, a.id::text AS "userId", a.email, g.client_id AS "clientId", g.payload,
      g.created_at AS "grantedAt", COALESCE(used.at, g.created_at) AS "lastUsedAt"
    FROM account a
    JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
    LEFT JOIN LATERAL (
      SELECT max(GREATEST(created_at, refreshed_at)) AS at FROM provider_record
      WHERE grant_digest = g.digest) used ON true
    WHERE a.organization_id = $1 AND a.email >= $2 AND (a.email, g.digest) > ($2, $3)
      AND ($4::uuid IS NULL OR a.id = $4::uuid) AND ($5::text IS NULL OR g.client_id = $5)
      AND ($6::bool IS NULL OR (g.client_id ${FIRST_PARTY}) = $6) AND g.expires_at > $7
      AND ${IS_GRANT}
    ORDER BY a.email, g.digest LIMIT $8::int4`,
  parameters: {
    organizationId: 'text',
    afterEmail: 'text',
    afterDigest: 'bytea',
    userId: 'text?',
    clientId: 'text?',
    isFirstParty: 'bool?',
    now: 'timestamptz',
    size: 'int4',
  },
  row,
});

const filterParameters = {
  organizationId: 'text',
  userId: 'text?',
  clientId: 'text?',
  isFirstParty: 'bool?',
} as const;

const COUNT_GRANTS = defineStatement({
  name: 'count-grants-of-organization',
  text: `
    SELECT count(*)::int4 AS grants FROM account a
    JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
    WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR a.id = $2::uuid)
      AND ($3::text IS NULL OR g.client_id = $3)
      AND ($4::bool IS NULL OR (g.client_id ${FIRST_PARTY}) = $4) AND g.expires_at > $5
      AND ${IS_GRANT}`,
  parameters: { ...filterParameters, now: 'timestamptz' },
  row: { grants: 'int4' },
});

const COUNT_CONSENTS = defineStatement({
  name: 'count-consents-of-organization',
  text: `
    SELECT count(*)::int4 AS consents FROM account a JOIN consent c ON c.account_id = a.id
    WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR a.id = $2::uuid)
      AND ($3::text IS NULL OR c.client_id = $3)
      AND ($4::bool IS NULL OR (c.client_id ${FIRST_PARTY}) = $4)
      AND ${IS_CONSENT}`,
  parameters: filterParameters,
  row: { consents: 'int4' },
});

const REMOVE_GRANT = defineStatement({
  name: 'remove-grant-of-organization',
  text: `
    WITH grants AS (
      SELECT g.digest, g.account_id, g.client_id
      FROM provider_record g JOIN account a ON a.id = g.account_id
      WHERE g.digest = $2 AND g.kind = 'Grant' AND a.organization_id = $1 AND ${IS_GRANT}
    ), removed AS (
      DELETE FROM provider_record WHERE grant_digest = (SELECT digest FROM grants)
    ), forgotten AS (
      DELETE FROM consent c USING grants
      WHERE c.account_id = grants.account_id AND c.client_id = grants.client_id
    )
    SELECT digest, account_id::text AS "userId", client_id AS "clientId" FROM grants`,
  parameters: { organizationId: 'text', digest: 'bytea' },
  row: { digest: 'bytea', userId: 'text', clientId: 'text' },
});

export type RemovedGrant = { id: string; userId: string; clientId: string };

/** Where a page of the list begins: after a grant of a user. */
export type GrantCursor = { email: string; grantId: string };

export type GrantStores = { grants: OrganizationGrantStore };

/** The grants of an organization's users, as its administrators see and end them. */
export class OrganizationGrantStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** By the user's address. @returns one more than a page holds, where there is a next page */
  async list(
    filter: GrantFilter,
    { after, size, now }: { after: GrantCursor | undefined; size: number; now: Date },
  ): Promise<OrganizationGrant[]> {
    const rows = await this.#database.statements.rows(LIST_GRANTS, {
      ...filter,
      now,
      afterEmail: after?.email ?? '',
      afterDigest: digestOf(after?.grantId ?? ''),
      size: size + 1,
    });
    return rows.map(grantOf);
  }

  async count(filter: GrantFilter, now: Date): Promise<number> {
    const values = { ...filter, now };
    return (await this.#database.statements.rows(COUNT_GRANTS, values))[0]?.grants ?? 0;
  }

  async countConsents(filter: GrantFilter): Promise<number> {
    return (await this.#database.statements.rows(COUNT_CONSENTS, filter))[0]?.consents ?? 0;
  }

  /**
   * Removes a grant with its codes and refresh tokens, and forgets the consent to it.
   * @returns undefined where the organization has no such grant
   */
  async remove({
    organizationId,
    grantId,
  }: {
    organizationId: string;
    grantId: string;
  }): Promise<RemovedGrant | undefined> {
    const values = { organizationId, digest: digestOf(grantId) };
    const [removed] = await this.#database.statements.rows(REMOVE_GRANT, values);
    return removed && { ...removed, id: encodeDigest(removed.digest) };
  }
}

function digestOf(grantId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(grantId, 'base64url'));
}

type GrantPayload = { resources?: Record<string, string> };

function grantOf({ digest, payload, ...grant }: RowOf<typeof row>): OrganizationGrant {
  const { resources = {} } = payload as GrantPayload;
  const scopes = Object.values(resources).flatMap((text) => text.split(' '));
  const [resource = ''] = Object.keys(resources);
  return { ...grant, id: encodeDigest(digest), scopes, resource };
}

import { type EndedGrants, wideRoles } from '@app-platform/contracts';
import { defineStatement, type RowOf } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { FIRST_PARTY, GRANTED_SCOPES, IS_CONSENT, IS_GRANT } from '../database/expressions.ts';
import { encodeDigest } from '../database/record-digest.ts';

/** What a user has granted to an app: a grant with its tokens, or a consent that no grant is left of. */
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
  /** When tokens were last issued; null where none were. */
  lastUsedAt: Date | null;
};

/** Narrows the grants or consents of an organization. Null for all. */
export type GrantFilter = EndedGrants;

/** Why an administrator should look at a grant. */
export const grantConcerns = ['wide', 'unused', 'administrator', 'unverified'] as const;
export type GrantConcern = (typeof grantConcerns)[number];

/** Narrows a list to the grants that an administrator should look at. Null for all. */
export type ConcernFilter = {
  concern: GrantConcern | null;
  /** The apps that the concern is about, where it is about apps. */
  clientIds: string[] | null;
};

const row = {
  digest: 'bytea',
  userId: 'text',
  email: 'text',
  clientId: 'text',
  payload: 'json',
  grantedAt: 'timestamptz',
  lastUsedAt: 'timestamptz?',
} as const;

const WIDE_SCOPES = `'{${wideRoles.join(',')}}'::text[]`;
const UNUSED_FOR = "interval '90 days'";

/** @param lastUse when it was used or given, whichever is later */
const concerns = (scopes: string, lastUse: string) => `CASE $10::text
        WHEN 'wide' THEN ${scopes} && ${WIDE_SCOPES}
        WHEN 'unused' THEN ${lastUse} < $7 - ${UNUSED_FOR}
        WHEN 'administrator' THEN EXISTS (SELECT FROM unnest(a.roles) role
          WHERE role IN ('org', 'org.admin') OR starts_with(role, 'org.admin.'))
        ELSE true END`;

/** Stands for a consent of the account `a` where a grant has its digest. */
const CONSENT_DIGEST = "sha256(convert_to('consent ' || a.id || ' ' || c.client_id, 'UTF8'))";

/**
 * A consent is listed while no grant is left of it: the app gets the next grant without a question. In the order
 * of the accounts' index, so that a page reads little more than it shows. A code that was exchanged is kept
 * for a minute, and a grant whose code was not exchanged is removed with the code: a grant that has neither
 * codes nor refresh tokens was used when it was given. The consents are read up to the last grant of the page:
 * where most consents have a grant, those of the whole organization would be read for each page.
 */
const LIST_GRANTS = defineStatement({
  name: 'list-grants-of-organization',
  text: `
    WITH granted AS MATERIALIZED (
    SELECT g.digest, a.id::text AS "userId", a.email, g.client_id AS "clientId", g.payload,
      LEAST(g.created_at, (SELECT c.granted_at FROM consent c
        WHERE c.account_id = a.id AND c.client_id = g.client_id AND ${IS_CONSENT})) AS "grantedAt",
      CASE WHEN used.records = 0 THEN g.created_at ELSE used.at END AS "lastUsedAt"
    FROM account a
    JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
    LEFT JOIN LATERAL (
      SELECT count(*) AS records, max(CASE WHEN kind = 'AuthorizationCode' THEN consumed_at
        ELSE GREATEST(created_at, refreshed_at) END) AS at
      FROM provider_record WHERE grant_digest = g.digest AND kind <> 'Grant') used ON true
    WHERE a.organization_id = $1 AND a.email >= $2 AND (a.email, g.digest) > ($2, $3)
      AND ($4::uuid IS NULL OR a.id = $4::uuid) AND ($5::text IS NULL OR g.client_id = $5)
      AND ($6::bool IS NULL OR (g.client_id ${FIRST_PARTY}) = $6) AND g.expires_at > $7
      AND ${IS_GRANT} AND ($11::text[] IS NULL OR g.client_id = ANY($11::text[]))
      AND ${concerns(GRANTED_SCOPES, 'GREATEST(g.created_at, used.at)')}
    ORDER BY a.email, g.digest LIMIT $8::int4),
    last AS (SELECT COALESCE((SELECT max(email) FROM granted HAVING count(*) = $8::int4),
      (SELECT max(email) FROM account WHERE organization_id = $1)) AS email)
    (SELECT * FROM granted)
    UNION ALL
    (SELECT ${CONSENT_DIGEST} AS digest, a.id::text, a.email, c.client_id,
      jsonb_build_object('resources', jsonb_build_object(
        CASE WHEN c.scopes = '{}' THEN $9::text || '/mcp' ELSE $9::text END,
        array_to_string(ARRAY(SELECT DISTINCT unnest(c.scopes || c.mcp_scopes) ORDER BY 1), ' '))),
      c.granted_at, NULL
    FROM account a
    CROSS JOIN LATERAL (SELECT * FROM consent WHERE account_id = a.id OFFSET 0) c
    WHERE a.organization_id = $1 AND a.email >= $2 AND a.email <= (SELECT email FROM last)
      AND (a.email, ${CONSENT_DIGEST}) > ($2, $3)
      AND ($4::uuid IS NULL OR a.id = $4::uuid) AND ($5::text IS NULL OR c.client_id = $5)
      AND ($6::bool IS NULL OR (c.client_id ${FIRST_PARTY}) = $6) AND ${IS_CONSENT}
      AND ($11::text[] IS NULL OR c.client_id = ANY($11::text[]))
      AND ${concerns('(c.scopes || c.mcp_scopes)', 'c.granted_at')}
      AND (SELECT true FROM provider_record g
        WHERE g.account_id = a.id AND g.kind = 'Grant' AND g.client_id = c.client_id
          AND g.expires_at > $7 AND ${IS_GRANT} LIMIT 1) IS NULL
    ORDER BY a.email, digest LIMIT $8::int4)
    ORDER BY email, digest LIMIT $8::int4`,
  parameters: {
    organizationId: 'text',
    afterEmail: 'text',
    afterDigest: 'bytea',
    userId: 'text?',
    clientId: 'text?',
    isFirstParty: 'bool?',
    now: 'timestamptz',
    size: 'int4',
    audience: 'text',
    concern: 'text?',
    clientIds: 'text[]?',
  },
  row,
});

/** The registry is asked about each of them. */
export const MOST_CLIENTS = 200;

const LIST_CLIENTS = defineStatement({
  name: 'list-clients-of-organization',
  text: `
    SELECT g.client_id AS "clientId" FROM account a
    JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
    WHERE a.organization_id = $1
    UNION
    SELECT c.client_id FROM account a JOIN consent c ON c.account_id = a.id
    WHERE a.organization_id = $1
    ORDER BY 1 LIMIT ${MOST_CLIENTS}`,
  parameters: { organizationId: 'text' },
  row: { clientId: 'text' },
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
    SELECT count(*)::int4 AS consents, count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM provider_record g
      WHERE g.account_id = a.id AND g.kind = 'Grant' AND g.client_id = c.client_id
        AND g.expires_at > $5 AND ${IS_GRANT}))::int4 AS alone
    FROM account a JOIN consent c ON c.account_id = a.id
    WHERE a.organization_id = $1 AND ($2::uuid IS NULL OR a.id = $2::uuid)
      AND ($3::text IS NULL OR c.client_id = $3)
      AND ($4::bool IS NULL OR (c.client_id ${FIRST_PARTY}) = $4)
      AND ${IS_CONSENT}`,
  parameters: { ...filterParameters, now: 'timestamptz' },
  row: { consents: 'int4', alone: 'int4' },
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

const FIND_CONSENT = defineStatement({
  name: 'find-consent-of-organization',
  text: `
    SELECT a.id::text AS "userId", c.client_id AS "clientId"
    FROM account a JOIN consent c ON c.account_id = a.id
    WHERE a.organization_id = $1 AND ${CONSENT_DIGEST} = $2 AND ${IS_CONSENT}`,
  parameters: { organizationId: 'text', digest: 'bytea' },
  row: { userId: 'text', clientId: 'text' },
});

type Consented = { userId: string; clientId: string };
export type RemovedGrant = Consented & { id: string };
export type GrantReference = { organizationId: string; grantId: string };

/** Where a page of the list begins: after a grant of a user. */
export type GrantCursor = { email: string; grantId: string };

export type GrantPage = {
  after: GrantCursor | undefined;
  size: number;
  now: Date;
  /** The registry's public address, which consents are for. */
  audience: string;
};

export type GrantStores = { grants: OrganizationGrantStore };

/** The grants of an organization's users, as its administrators see and end them. */
export class OrganizationGrantStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** By the user's address. @returns one more than a page holds, where there is a next page */
  async list(
    filter: GrantFilter & ConcernFilter,
    { after, size, now, audience }: GrantPage,
  ): Promise<OrganizationGrant[]> {
    const rows = await this.#database.statements.rows(LIST_GRANTS, {
      ...filter,
      now,
      afterEmail: after?.email ?? '',
      afterDigest: digestOf(after?.grantId ?? ''),
      size: size + 1,
      audience,
    });
    return rows.map(grantOf);
  }

  /** The first clients, by their ids, that users have granted anything to. */
  async listClients(organizationId: string): Promise<string[]> {
    const rows = await this.#database.statements.rows(LIST_CLIENTS, { organizationId });
    return rows.map(({ clientId }) => clientId);
  }

  async count(filter: GrantFilter, now: Date): Promise<number> {
    const values = { ...filter, now };
    return (await this.#database.statements.rows(COUNT_GRANTS, values))[0]?.grants ?? 0;
  }

  /** @returns the number of consents, and of those without a grant */
  async countConsents(
    filter: GrantFilter,
    now: Date,
  ): Promise<{ consents: number; alone: number }> {
    const values = { ...filter, now };
    const [counted] = await this.#database.statements.rows(COUNT_CONSENTS, values);
    return counted ?? { consents: 0, alone: 0 };
  }

  /**
   * Removes a grant with its codes and refresh tokens, and forgets the consent to it.
   * @returns undefined where the organization has no such grant
   */
  async remove({ organizationId, grantId }: GrantReference): Promise<RemovedGrant | undefined> {
    const values = { organizationId, digest: digestOf(grantId) };
    const [removed] = await this.#database.statements.rows(REMOVE_GRANT, values);
    return removed && { ...removed, id: encodeDigest(removed.digest) };
  }

  /** Finds the consent that is listed with this id, or was before its user gave another grant. */
  async findConsent({ organizationId, grantId }: GrantReference): Promise<Consented | undefined> {
    const values = { organizationId, digest: digestOf(grantId) };
    return (await this.#database.statements.rows(FIND_CONSENT, values))[0];
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

import { defineStatement, type RowOf } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { encodeDigest } from '../database/record-digest.ts';
import { FIRST_PARTY } from './access-store.ts';

/** What a user has granted to an app. */
export type OrganizationGrant = {
  /** The `gid` of its access tokens. */
  id: string;
  userId: string;
  email: string;
  clientId: string;
  scopes: string[];
  grantedAt: Date;
  /** When tokens were last issued. */
  lastUsedAt: Date;
};

/** Narrows the grants of an organization. Null for all. */
export type GrantFilter = {
  organizationId: string;
  grantId: string | null;
  userId: string | null;
  clientId: string | null;
  /** Whether the client belongs to the platform itself. */
  isFirstParty: boolean | null;
};

/** What a statement of grants or consents lists them by. */
type ListFilter = Omit<GrantFilter, 'grantId'>;

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
      AND (a.grants_since IS NULL OR g.created_at > a.grants_since)
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

const COUNT_GRANTS = defineStatement({
  name: 'count-grants-of-organization',
  text: `
    SELECT count(*)::int4 AS grants FROM account a
    JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
    WHERE a.organization_id = $1 AND g.client_id = $2 AND g.expires_at > $3
      AND (a.grants_since IS NULL OR g.created_at > a.grants_since)`,
  parameters: { organizationId: 'text', clientId: 'text', now: 'timestamptz' },
  row: { grants: 'int4' },
});

const COUNT_GRANTS_OF_USER = defineStatement({
  name: 'count-grants-of-user',
  text: `
    SELECT count(*)::int4 AS grants FROM account a
    JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
    WHERE a.id = $1::uuid AND g.expires_at > $2
      AND (a.grants_since IS NULL OR g.created_at > a.grants_since)`,
  parameters: { userId: 'text', now: 'timestamptz' },
  row: { grants: 'int4' },
});

const LOCK_USER = defineStatement({
  name: 'lock-user-of-organization',
  text: `
    SELECT true AS locked FROM account WHERE id = $2::uuid AND organization_id = $1 FOR UPDATE`,
  parameters: { organizationId: 'text', userId: 'text' },
  row: { locked: 'bool' },
});

const REMOVE_GRANTS = defineStatement({
  name: 'remove-grants-of-organization',
  text: `
    WITH grants AS (
      SELECT g.digest, g.account_id, g.client_id FROM account a
      JOIN provider_record g ON g.account_id = a.id AND g.kind = 'Grant'
      WHERE a.organization_id = $1 AND ($2::bytea IS NULL OR g.digest = $2)
        AND ($3::uuid IS NULL OR a.id = $3::uuid) AND ($4::text IS NULL OR g.client_id = $4)
        AND ($5::bool IS NULL OR (g.client_id ${FIRST_PARTY}) = $5)
      LIMIT $6::int4
    ), removed AS (
      DELETE FROM provider_record WHERE grant_digest = ANY(ARRAY(SELECT digest FROM grants))
    ), forgotten AS (
      DELETE FROM consent c USING grants
      WHERE c.account_id = grants.account_id AND c.client_id = grants.client_id
    )
    SELECT digest, account_id::text AS "userId", client_id AS "clientId" FROM grants`,
  parameters: {
    organizationId: 'text',
    digest: 'bytea?',
    userId: 'text?',
    clientId: 'text?',
    isFirstParty: 'bool?',
    most: 'int4',
  },
  row: { digest: 'bytea', userId: 'text', clientId: 'text' },
});

const FORGET_CONSENTS = defineStatement({
  name: 'forget-consents-of-organization',
  text: `
    WITH removed AS (
      DELETE FROM consent c USING account a
      WHERE c.account_id = a.id AND a.organization_id = $1
        AND ($2::uuid IS NULL OR a.id = $2::uuid) AND ($3::text IS NULL OR c.client_id = $3)
        AND ($4::bool IS NULL OR (c.client_id ${FIRST_PARTY}) = $4)
      RETURNING 1
    )
    SELECT count(*)::int4 AS removed FROM removed`,
  parameters: {
    organizationId: 'text',
    userId: 'text?',
    clientId: 'text?',
    isFirstParty: 'bool?',
  },
  row: { removed: 'int4' },
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
    filter: ListFilter,
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

  /** How many grants an app has in an organization. */
  async count(organizationId: string, clientId: string, now: Date): Promise<number> {
    const values = { organizationId, clientId, now };
    return (await this.#database.statements.rows(COUNT_GRANTS, values))[0]?.grants ?? 0;
  }

  async countOfUser(userId: string, now: Date): Promise<number> {
    const values = { userId, now };
    return (await this.#database.statements.rows(COUNT_GRANTS_OF_USER, values))[0]?.grants ?? 0;
  }

  /** No grant is added until the end of the transaction. @returns whether the organization has the user */
  async lockUser(organizationId: string, userId: string): Promise<boolean> {
    const values = { organizationId, userId };
    return (await this.#database.statements.rows(LOCK_USER, values)).length > 0;
  }

  /** Removes grants with their codes and refresh tokens, and forgets the consents to them. */
  async remove({ grantId, ...filter }: GrantFilter, most: number): Promise<RemovedGrant[]> {
    const digest = grantId === null ? null : digestOf(grantId);
    const values = { ...filter, digest, most };
    const rows = await this.#database.statements.rows(REMOVE_GRANTS, values);
    return rows.map(({ digest: removed, ...grant }) => ({ id: encodeDigest(removed), ...grant }));
  }

  /** Otherwise a consent without a grant would give a new one unasked. @returns how many there were */
  async forgetConsents(filter: ListFilter): Promise<number> {
    return (await this.#database.statements.rows(FORGET_CONSENTS, filter))[0]?.removed ?? 0;
  }
}

function digestOf(grantId: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(grantId, 'base64url'));
}

type GrantPayload = { resources?: Record<string, string> };

function grantOf({ digest, payload, ...grant }: RowOf<typeof row>): OrganizationGrant {
  const { resources = {} } = payload as GrantPayload;
  const scopes = Object.values(resources).flatMap((text) => text.split(' '));
  return { ...grant, id: encodeDigest(digest), scopes };
}

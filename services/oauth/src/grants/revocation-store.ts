import {
  ACCESS_TOKEN_SECONDS,
  CLOCK_TOLERANCE_SECONDS,
  endsCovering,
  formatRolesRevision,
  type GrantParties,
  holdsRole,
  type Revocation,
  type RevocationFeed,
  type RolesRevision,
} from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

const PAGE_ROWS = 10_000;

/**
 * As long as the registry can accept a token that is issued now, by a replica whose clock is ahead as
 * far as one may be.
 */
const KEPT_MILLISECONDS = (ACCESS_TOKEN_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000;

const IS_REVOKED = defineStatement({
  name: 'is-revoked',
  text: `
    SELECT EXISTS (SELECT FROM revocation WHERE kind = 'token' AND value = $1)
      OR EXISTS (SELECT FROM revocation WHERE kind = 'grant' AND value = $2)
      OR EXISTS (
        SELECT FROM revocation WHERE kind = 'grant' AND value = ANY($3::text[]) AND until >= $4)
      AS revoked`,
  parameters: { token: 'text', grant: 'text', ends: 'text[]', grantedAt: 'timestamptz' },
  row: { revoked: 'bool' },
});

const ADD_REVOCATIONS = defineStatement({
  name: 'add-revocations',
  text: `
    INSERT INTO revocation (kind, value, roles, at, expires_at)
    SELECT $1, value, $3::text[], $4::timestamptz, $5::timestamptz FROM unnest($2::text[]) value
    ON CONFLICT (kind, value) DO NOTHING`,
  parameters: {
    kind: 'text',
    values: 'text[]',
    roles: 'text[]',
    at: 'timestamptz',
    expiresAt: 'timestamptz',
  },
  row: {},
});

/** With a new id, because each replica of the registry reads later ids than it has. */
const ADD_ENDED_GRANTS = defineStatement({
  name: 'add-ended-grants',
  text: `
    INSERT INTO revocation (kind, value, until, at, expires_at) VALUES ('grant', $1, $2, $3, $4)
    ON CONFLICT (kind, value) DO UPDATE SET id = EXCLUDED.id, at = EXCLUDED.at,
      until = GREATEST(revocation.until, EXCLUDED.until),
      expires_at = GREATEST(revocation.expires_at, EXCLUDED.expires_at)`,
  parameters: { value: 'text', until: 'timestamptz', at: 'timestamptz', expiresAt: 'timestamptz' },
  row: {},
});

const LIST_REVOCATIONS = defineStatement({
  name: 'list-revocations',
  text: `
    SELECT id, kind, value, CASE WHEN kind = 'roles' THEN roles END AS roles, until,
      (expires_at AT TIME ZONE 'UTC')::text AS "expiresAt"
    FROM revocation
    WHERE id > $1 AND expires_at > $2 ORDER BY id LIMIT $3::int4`,
  parameters: { after: 'int8', now: 'timestamptz', most: 'int4' },
  row: {
    id: 'int8',
    kind: 'text',
    value: 'text',
    roles: 'text[]?',
    until: 'timestamptz?',
    expiresAt: 'text',
  },
});

const LIST_ROLE_REVISIONS = defineStatement({
  name: 'list-role-revisions',
  text: `
    SELECT roles FROM revocation
    WHERE kind = 'roles' AND value > $1 AND value <= $2`,
  parameters: { after: 'text', until: 'text' },
  row: { roles: 'text[]' },
});

/** Higher than any. */
const LAST_VERSION = 2 ** 31;

/** What identifies an access token. */
type IssuedToken = GrantParties & { id: string; grantId: string; grantedAt: Date };

export type RevocationStores = { revocations: RevocationStore };

/** The tokens and grants that the registry must refuse. */
export class RevocationStore {
  readonly #database: DatabaseAccess;
  readonly #clock: Clock;
  readonly #pageRows: number;

  constructor(database: DatabaseAccess, clock: Clock, pageRows = PAGE_ROWS) {
    this.#database = database;
    this.#clock = clock;
    this.#pageRows = pageRows;
  }

  async addToken(id: string): Promise<void> {
    await this.#add('token', [id]);
  }

  /** @param digests of the ids of grants */
  async addGrants(digests: readonly string[]): Promise<void> {
    await this.#add('grant', digests);
  }

  /** Revokes the tokens of the grants that were created until then. @param value a `formatEndedGrants` */
  async addEndedGrants(value: string, until: Date): Promise<void> {
    const at = this.#clock();
    const values = { value, until, at, expiresAt: expiryOf(at) };
    await this.#database.statements.rows(ADD_ENDED_GRANTS, values);
    this.#database.noteRevocation();
  }

  /** Revokes an account's tokens of earlier versions whose scope goes beyond the roles; without roles, all. */
  async addRoles(revision: RolesRevision, roles: readonly string[]): Promise<void> {
    await this.#add('roles', [formatRolesRevision(revision)], roles);
  }

  async #add(
    kind: Revocation['kind'],
    values: readonly string[],
    roles: readonly string[] = [],
  ): Promise<void> {
    const at = this.#clock();
    const parameters = { kind, values, roles, at, expiresAt: expiryOf(at) };
    await this.#database.statements.rows(ADD_REVOCATIONS, parameters);
    this.#database.noteRevocation();
  }

  /** Whether a token or its grant is revoked. */
  async includes({ id, grantId, grantedAt, ...parties }: IssuedToken): Promise<boolean> {
    const ends = endsCovering(parties);
    const values = { token: id, grant: grantId, ends, grantedAt };
    const [found] = await this.#database.statements.rows(IS_REVOKED, values);
    return found?.revoked ?? false;
  }

  /** Whether the user has lost a role of the scope since the version of a token. */
  async hasLost(
    { accountId, version }: RolesRevision,
    scopes: readonly string[],
  ): Promise<boolean> {
    const revisions = await this.#database.statements.rows(LIST_ROLE_REVISIONS, {
      after: formatRolesRevision({ accountId, version }),
      until: formatRolesRevision({ accountId, version: LAST_VERSION }),
    });
    return revisions.some(
      ({ roles }) => roles.length === 0 || !scopes.every((scope) => holdsRole(roles, scope)),
    );
  }

  /** A page of the revocations that were added after another one, the oldest first. */
  async list(after: bigint): Promise<Required<RevocationFeed>> {
    const values = { after, now: this.#clock(), most: this.#pageRows + 1 };
    const rows = await this.#database.statements.rows(LIST_REVOCATIONS, values);
    const revocations = rows
      .slice(0, this.#pageRows)
      .map(({ id, kind, value, roles, until, expiresAt }) => ({
        id: String(id),
        kind: kind as Revocation['kind'],
        value,
        ...(roles && { roles }),
        ...(until && { until: until.toISOString() }),
        expiresAt: `${expiresAt.replace(' ', 'T')}Z`,
      }));
    return { revocations, more: rows.length > this.#pageRows };
  }
}

function expiryOf(at: Date): Date {
  return new Date(at.getTime() + KEPT_MILLISECONDS);
}

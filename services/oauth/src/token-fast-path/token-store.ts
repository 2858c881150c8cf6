import { defineStatement } from '@app-platform/runtime/database';
import type { AdapterPayload } from 'oidc-provider';
import { batched } from '../database/batching.ts';
import { readChainToken } from '../database/chain-token.ts';
import type { DatabaseAccess } from '../database/database.ts';
import { IS_GRANT } from '../database/expressions.ts';
import { chainTokenDigest, recordDigest } from '../database/record-digest.ts';
import {
  CONSUMED_REFRESH_TOKEN_DAYS,
  consumedUntil,
  type DurableKind,
} from '../storage/provider-record-store.ts';

/** An authorization code or a refresh token, as its client presents it. */
export type PresentedCredential = { kind: DurableKind; id: string; clientId: string };

/** A valid code or refresh token with its grant and its account. */
export type FoundCredential = {
  payload: AdapterPayload;
  grant: AdapterPayload;
  grantedAt: Date;
  accountId: string;
  organizationId: string;
  roles: string[];
  rolesVersion: number;
};

export type NewRefreshToken = { id: string; payload: AdapterPayload; expiresAt: Date };

/** The newest token of a chain, and its successor. */
type Rotation = { used: string; issued: string };

/** Without a refresh token where only an access token is issued. */
type Exchange = { credential: PresentedCredential; issued: NewRefreshToken | undefined };

/**
 * `OFFSET 0` makes PostgreSQL look each record up by its digest. Without statistics of a new table
 * it might otherwise read all records of the account or the client.
 */
const FIND_CREDENTIALS = defineStatement({
  name: 'find-credentials',
  text: `
    SELECT asked.place::int4 AS place, r.payload, g.payload AS "grant",
      g.created_at AS "grantedAt", a.id AS "accountId",
      a.organization_id AS "organizationId", a.roles, a.roles_version AS "rolesVersion"
    FROM unnest($1::text[], $2::text[], $4::text[]) WITH ORDINALITY
      AS asked (digest, client_id, token_digest, place)
    CROSS JOIN LATERAL (
      SELECT * FROM provider_record WHERE digest = decode(asked.digest, 'hex') OFFSET 0) r
    CROSS JOIN LATERAL (
      SELECT * FROM provider_record WHERE digest = r.grant_digest OFFSET 0) g
    CROSS JOIN LATERAL (SELECT * FROM account WHERE id = r.account_id OFFSET 0) a
    WHERE r.client_id = asked.client_id AND r.consumed_at IS NULL AND r.expires_at > $3
      AND r.token_digest IS NOT DISTINCT FROM decode(asked.token_digest, 'hex')
      AND g.kind = 'Grant' AND g.account_id = r.account_id AND g.client_id = r.client_id
      AND g.expires_at > $3 AND a.disabled_at IS NULL
      AND ${IS_GRANT}`,
  parameters: {
    digests: 'text[]',
    clientIds: 'text[]',
    now: 'timestamptz',
    tokenDigests: 'text[]',
  },
  row: {
    place: 'int4',
    payload: 'json',
    grant: 'json',
    grantedAt: 'timestamptz',
    accountId: 'text',
    organizationId: 'text',
    roles: 'text[]',
    rolesVersion: 'int4',
  },
});

/**
 * A record that another request has locked is skipped: nobody waits here. PostgreSQL cannot know the
 * limit, expects few rows, and so looks each record up by its digest.
 */
const EXCHANGE_CREDENTIALS = defineStatement({
  name: 'exchange-credentials',
  text: `
    WITH asked AS (
      SELECT decode(a.old, 'hex') AS old, decode(a.new, 'hex') AS new, a.payload, a.expires_at,
        decode(a.token_digest, 'hex') AS token_digest, a.place
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $7::text[]) WITH ORDINALITY
        AS a (old, new, payload, expires_at, token_digest, place)
    ), held AS (
      SELECT r.digest FROM asked
      CROSS JOIN LATERAL (
        SELECT digest, consumed_at, expires_at FROM provider_record WHERE digest = asked.old
        OFFSET 0 FOR UPDATE SKIP LOCKED) r
      WHERE r.consumed_at IS NULL AND r.expires_at > $5
      LIMIT (SELECT count(*) FROM asked)
    ), consumed AS (
      UPDATE provider_record r SET consumed_at = $5, expires_at = LEAST(r.expires_at, $6)
      FROM held WHERE r.digest = held.digest
      RETURNING r.digest, r.grant_digest, r.account_id, r.client_id
    ), issued AS (
      INSERT INTO provider_record
        (digest, kind, payload, grant_digest, account_id, client_id, expires_at, generation,
          token_digest)
      SELECT asked.new, 'RefreshToken', asked.payload::jsonb, c.grant_digest, c.account_id,
        c.client_id, asked.expires_at::timestamptz, 0, asked.token_digest
      FROM consumed c JOIN asked ON asked.old = c.digest WHERE asked.new IS NOT NULL
    )
    SELECT asked.place::int4 AS place FROM consumed c JOIN asked ON asked.old = c.digest`,
  parameters: {
    digests: 'text[]',
    issuedDigests: 'text[]',
    issuedPayloads: 'text[]',
    issuedExpiresAt: 'text[]',
    now: 'timestamptz',
    consumedUntil: 'timestamptz',
    issuedTokenDigests: 'text[]',
  },
  row: { place: 'int4' },
});

/** The only statement that writes where a chain is refreshed. It changes no column of an index. */
const ROTATE_CHAINS = defineStatement({
  name: 'rotate-chains',
  text: `
    WITH asked AS (
      SELECT decode(a.digest, 'hex') AS digest, decode(a.used, 'hex') AS used,
        decode(a.issued, 'hex') AS issued, a.place
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY
        AS a (digest, used, issued, place)
    ), held AS (
      SELECT r.digest, asked.issued, asked.place FROM asked
      CROSS JOIN LATERAL (
        SELECT digest, token_digest, consumed_at, expires_at FROM provider_record
        WHERE digest = asked.digest OFFSET 0 FOR UPDATE SKIP LOCKED) r
      WHERE r.token_digest = asked.used AND r.consumed_at IS NULL AND r.expires_at > $4
      LIMIT (SELECT count(*) FROM asked)
    )
    UPDATE provider_record r
    SET generation = r.generation + 1, previous_digest = r.token_digest, token_digest = held.issued,
      refreshed_at = $4
    FROM held WHERE r.digest = held.digest
    RETURNING held.place::int4 AS place`,
  parameters: { digests: 'text[]', used: 'text[]', issued: 'text[]', now: 'timestamptz' },
  row: { place: 'int4' },
});

/** The records of the token fast path. Concurrent requests share each statement. */
export class TokenStore {
  readonly #database: DatabaseAccess;
  readonly #clock: () => Date;
  readonly #consumedDays: number;

  /**
   * @returns undefined for a credential that is unknown, of another client, expired, consumed or
   *   revoked
   */
  readonly find = batched((asked: readonly PresentedCredential[]) => this.#findAll(asked));
  readonly #exchange = batched((asked: readonly Exchange[]) => this.#exchangeAll(asked));
  readonly #rotate = batched((asked: readonly Rotation[]) => this.#rotateAll(asked));

  constructor(
    database: DatabaseAccess,
    clock: () => Date,
    consumedDays = CONSUMED_REFRESH_TOKEN_DAYS,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#consumedDays = consumedDays;
  }

  /**
   * Consumes a credential and stores the refresh token that is issued for it, or does neither.
   * @returns false for a credential that is no longer valid, or locked by another request
   */
  exchange(credential: PresentedCredential, issued: NewRefreshToken | undefined): Promise<boolean> {
    const isInChain = issued && readChainToken(credential.id);
    return isInChain
      ? this.#rotate({ used: credential.id, issued: issued.id })
      : this.#exchange({ credential, issued });
  }

  async #findAll(asked: readonly PresentedCredential[]): Promise<(FoundCredential | undefined)[]> {
    const rows = await this.#database.statements.rows(FIND_CREDENTIALS, {
      digests: asked.map(digestOf),
      clientIds: asked.map(({ clientId }) => clientId),
      now: this.#clock(),
      tokenDigests: asked.map(({ id }) => hexOf(chainTokenDigest(id))),
    });
    const byPlace = new Map(rows.map((row) => [row.place, row as FoundCredential]));
    return asked.map((_, index) => byPlace.get(index + 1));
  }

  async #exchangeAll(asked: readonly Exchange[]): Promise<boolean[]> {
    const first = firstOfEach(asked, ({ credential }) => digestOf(credential));
    const issued = first.map((each) => each.issued);
    const now = this.#clock();
    const rows = await this.#database.statements.rows(EXCHANGE_CREDENTIALS, {
      digests: first.map(({ credential }) => digestOf(credential)),
      issuedDigests: issued.map((token) => (token ? hexDigest('RefreshToken', token.id) : null)),
      issuedTokenDigests: issued.map((token) => (token ? hexOf(chainTokenDigest(token.id)) : null)),
      issuedPayloads: issued.map((token) => (token ? JSON.stringify(token.payload) : null)),
      issuedExpiresAt: issued.map((token) => token?.expiresAt.toISOString() ?? null),
      now,
      consumedUntil: consumedUntil(now, this.#consumedDays),
    });
    const exchanged = new Set(rows.map(({ place }) => first[place - 1]));
    return asked.map((each) => exchanged.has(each));
  }

  async #rotateAll(asked: readonly Rotation[]): Promise<boolean[]> {
    const first = firstOfEach(asked, ({ used }) => used);
    const rows = await this.#database.statements.rows(ROTATE_CHAINS, {
      digests: first.map(({ used }) => hexDigest('RefreshToken', used)),
      used: first.map(({ used }) => hexOf(chainTokenDigest(used))),
      issued: first.map(({ issued }) => hexOf(chainTokenDigest(issued))),
      now: this.#clock(),
    });
    const rotated = new Set(rows.map(({ place }) => first[place - 1]));
    return asked.map((each) => rotated.has(each));
  }
}

/** Of two requests with one credential the first gets it, as if the second had come later. */
function firstOfEach<Request>(
  asked: readonly Request[],
  keyOf: (request: Request) => string,
): Request[] {
  const byKey = new Map(asked.toReversed().map((each) => [keyOf(each), each]));
  return asked.filter((each) => byKey.get(keyOf(each)) === each);
}

function digestOf({ kind, id }: PresentedCredential): string {
  return hexDigest(kind, id);
}

function hexDigest(kind: DurableKind, id: string): string {
  return Buffer.from(recordDigest(kind, id)).toString('hex');
}

function hexOf(digest: Uint8Array | null): string | null {
  return digest && Buffer.from(digest).toString('hex');
}

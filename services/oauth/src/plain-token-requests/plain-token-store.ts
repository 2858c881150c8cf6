import type { Clock } from '@app-platform/service-kit';
import type { Statements } from '@app-platform/service-kit/database';
import DataLoader from 'dataloader';
import type { AdapterPayload } from 'oidc-provider';
import { askedTogether } from '../asked-together.ts';
import { lifetimesSeconds } from '../provider/lifetimes.ts';
import {
  CONSUMED_REFRESH_TOKEN_DAYS,
  DAY_MILLISECONDS,
  type DurableKind,
  recordDigest,
} from '../storage/provider-record-store.ts';

/** A code or a refresh token, as its client shows it. */
export type ShownCredential = { kind: DurableKind; id: string; clientId: string };

/** A code or a refresh token that is good, with its grant, and whose it is. */
export type FoundCredential = {
  payload: AdapterPayload;
  grant: AdapterPayload;
  accountId: string;
  organizationId: string;
  roles: string[];
};

/** A refresh token that is to be issued. */
export type NewRefreshToken = { id: string; payload: AdapterPayload };

/** @param issued nothing where only an access token is */
type Exchange = { credential: ShownCredential; issued: NewRefreshToken | undefined };

/** Which of what was asked together a row is of, from 1. */
type Placed = { place: number };

/**
 * `OFFSET 0` keeps each record looked up by its digest alone. Left to itself PostgreSQL may go through
 * all records of the account or the client, while it has no statistics of a table that is young.
 */
const FIND_CREDENTIALS = {
  name: 'find-credentials',
  text: `
    SELECT asked.place::int AS place, r.payload, g.payload AS "grant", a.id AS "accountId",
      a.organization_id AS "organizationId", a.roles
    FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (digest, client_id, place)
    CROSS JOIN LATERAL (
      SELECT * FROM provider_record WHERE digest = decode(asked.digest, 'hex') OFFSET 0) r
    CROSS JOIN LATERAL (
      SELECT * FROM provider_record WHERE digest = r.grant_digest OFFSET 0) g
    CROSS JOIN LATERAL (SELECT * FROM account WHERE id = r.account_id OFFSET 0) a
    WHERE r.client_id = asked.client_id AND r.consumed_at IS NULL AND r.expires_at > $3
      AND g.kind = 'Grant' AND g.account_id = r.account_id AND g.client_id = r.client_id
      AND g.expires_at > $3`,
};

/**
 * One that another request holds is left to it: nobody waits here. Where PostgreSQL cannot know a
 * limit it expects few rows, and so looks each up below by its digest.
 */
const EXCHANGE_CREDENTIALS = {
  name: 'exchange-credentials',
  text: `
    WITH asked AS (
      SELECT decode(a.old, 'hex') AS old, decode(a.new, 'hex') AS new, a.payload, a.place
      FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS a (old, new, payload, place)
    ), held AS (
      SELECT r.digest FROM asked
      CROSS JOIN LATERAL (
        SELECT digest, consumed_at, expires_at FROM provider_record WHERE digest = asked.old
        OFFSET 0 FOR UPDATE SKIP LOCKED) r
      WHERE r.consumed_at IS NULL AND r.expires_at > $4
      LIMIT (SELECT count(*) FROM asked)
    ), consumed AS (
      UPDATE provider_record r SET consumed_at = $4, expires_at = LEAST(r.expires_at, $5)
      FROM held WHERE r.digest = held.digest
      RETURNING r.digest, r.grant_digest, r.account_id, r.client_id
    ), issued AS (
      INSERT INTO provider_record
        (digest, kind, payload, grant_digest, account_id, client_id, expires_at)
      SELECT asked.new, 'RefreshToken', asked.payload::jsonb, c.grant_digest, c.account_id,
        c.client_id, $6::timestamptz
      FROM consumed c JOIN asked ON asked.old = c.digest WHERE asked.new IS NOT NULL
    )
    SELECT asked.place::int AS place FROM consumed c JOIN asked ON asked.old = c.digest`,
};

/**
 * The records of plain token requests: what ProviderRecordStore does in a transaction of eight
 * statements, in two that need none, each for all requests that come at the same time.
 */
export class PlainTokenStore {
  readonly #statements: Statements;
  readonly #clock: Clock;
  readonly #finding: DataLoader<ShownCredential, FoundCredential | undefined>;
  readonly #exchanging: DataLoader<Exchange, boolean>;

  constructor(statements: Statements, clock: Clock) {
    this.#statements = statements;
    this.#clock = clock;
    this.#finding = new DataLoader((asked) => this.#findAll(asked), askedTogether);
    this.#exchanging = new DataLoader((asked) => this.#exchangeAll(asked), askedTogether);
  }

  /** @returns nothing for one that is unknown, of another client, expired, consumed or revoked */
  find(credential: ShownCredential): Promise<FoundCredential | undefined> {
    return this.#finding.load(credential);
  }

  /**
   * Consumes a code or a refresh token and issues a refresh token for it, or does neither.
   * @param issued nothing where only an access token is
   * @returns false where it is not good any more, or in another request's hands
   */
  exchange(credential: ShownCredential, issued: NewRefreshToken | undefined): Promise<boolean> {
    return this.#exchanging.load({ credential, issued });
  }

  async #findAll(asked: readonly ShownCredential[]): Promise<(FoundCredential | undefined)[]> {
    const rows = await this.#statements.rows<FoundCredential & Placed>(FIND_CREDENTIALS, [
      asked.map(digestOf),
      asked.map(({ clientId }) => clientId),
      this.#clock(),
    ]);
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => byPlace.get(index + 1));
  }

  async #exchangeAll(asked: readonly Exchange[]): Promise<boolean[]> {
    const digests = asked.map(({ credential }) => digestOf(credential));
    // Of two requests with one credential the first gets it, as if the second had come later.
    const isFirst = (digest: string, index: number) => digests.indexOf(digest) === index;
    const first = asked.filter((_, index) => isFirst(digests[index] ?? '', index));
    const now = this.#clock();
    const rows = await this.#statements.rows<Placed>(EXCHANGE_CREDENTIALS, [
      digests.filter(isFirst),
      first.map(({ issued }) => issued && hexDigest('RefreshToken', issued.id)),
      first.map(({ issued }) => issued && JSON.stringify(issued.payload)),
      now,
      later(now, CONSUMED_REFRESH_TOKEN_DAYS * DAY_MILLISECONDS),
      later(now, lifetimesSeconds.RefreshToken * 1000),
    ]);
    const exchanged = new Set(rows.map(({ place }) => first[place - 1]));
    return asked.map((each) => exchanged.has(each));
  }
}

function digestOf({ kind, id }: ShownCredential): string {
  return hexDigest(kind, id);
}

function hexDigest(kind: DurableKind, id: string): string {
  return Buffer.from(recordDigest(kind, id)).toString('hex');
}

function later(time: Date, milliseconds: number): Date {
  return new Date(time.getTime() + milliseconds);
}

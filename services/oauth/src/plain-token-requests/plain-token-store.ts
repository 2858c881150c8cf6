import type { Statements } from '@app-platform/service-kit/database';
import type { AdapterPayload } from 'oidc-provider';
import {
  CONSUMED_REFRESH_TOKEN_DAYS,
  DAY_MILLISECONDS,
  type DurableKind,
  recordDigest,
} from '../storage/provider-record-store.ts';

/** A code or a refresh token that is good, with its grant, and whose it is. */
export type FoundCredential = {
  payload: AdapterPayload;
  grant: AdapterPayload;
  accountId: string;
  organizationId: string;
  roles: string[];
};

/** A refresh token that is to be issued. */
export type NewRefreshToken = { id: string; payload: AdapterPayload; expiresAt: Date };

const FIND_CREDENTIAL = {
  name: 'find-credential',
  text: `
    SELECT r.payload, g.payload AS "grant", a.id AS "accountId",
      a.organization_id AS "organizationId", a.roles
    FROM provider_record r
    JOIN provider_record g ON g.digest = r.grant_digest AND g.kind = 'Grant'
      AND g.account_id = r.account_id AND g.client_id = r.client_id
    JOIN account a ON a.id = r.account_id
    WHERE r.digest = $1 AND r.client_id = $2
      AND r.consumed_at IS NULL AND r.expires_at > $3 AND g.expires_at > $3`,
};

/** One that another request holds is left to it: nobody waits here. */
const CONSUME = `
  WITH held AS (
    SELECT digest FROM provider_record
    WHERE digest = $1 AND consumed_at IS NULL AND expires_at > $2 FOR UPDATE SKIP LOCKED
  ), consumed AS (
    UPDATE provider_record r SET consumed_at = $2, expires_at = LEAST(r.expires_at, $3)
    FROM held WHERE r.digest = held.digest
    RETURNING r.grant_digest, r.account_id, r.client_id
  )`;

const CONSUME_CREDENTIAL = {
  name: 'consume-credential',
  text: `${CONSUME} SELECT true AS done FROM consumed`,
};

const EXCHANGE_CREDENTIAL = {
  name: 'exchange-credential',
  text: `${CONSUME}
    INSERT INTO provider_record
      (digest, kind, payload, grant_digest, account_id, client_id, expires_at)
    SELECT $4::bytea, 'RefreshToken', $5::text::jsonb, grant_digest, account_id, client_id, $6::timestamptz
    FROM consumed RETURNING true AS done`,
};

/**
 * The records of plain token requests: what ProviderRecordStore does in a transaction of eight
 * statements, in two that need none.
 */
export class PlainTokenStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** @returns nothing for one that is unknown, of another client, expired, consumed or revoked */
  async find(
    kind: DurableKind,
    id: string,
    clientId: string,
    now: Date,
  ): Promise<FoundCredential | undefined> {
    const values = [recordDigest(kind, id), clientId, now];
    const [found] = await this.#statements.rows<FoundCredential>(FIND_CREDENTIAL, values);
    return found;
  }

  /**
   * Consumes a code or a refresh token and issues a refresh token for it, or does neither.
   * @param issued nothing where only an access token is
   * @returns false where it is not good any more, or in another request's hands
   */
  async exchange(
    kind: DurableKind,
    id: string,
    issued: NewRefreshToken | undefined,
    now: Date,
  ): Promise<boolean> {
    const until = new Date(now.getTime() + CONSUMED_REFRESH_TOKEN_DAYS * DAY_MILLISECONDS);
    const consumed = [recordDigest(kind, id), now, until];
    const rows = issued
      ? await this.#statements.rows(EXCHANGE_CREDENTIAL, [
          ...consumed,
          recordDigest('RefreshToken', issued.id),
          JSON.stringify(issued.payload),
          issued.expiresAt,
        ])
      : await this.#statements.rows(CONSUME_CREDENTIAL, consumed);
    return rows.length > 0;
  }
}

import { defineStatement } from '@app-platform/runtime/database';
import type { AdapterPayload } from 'oidc-provider';
import { readChainToken } from '../database/chain-token.ts';
import type { DatabaseAccess } from '../database/database.ts';
import { IS_GRANT } from '../database/expressions.ts';
import { chainTokenDigest, recordDigest } from '../database/record-digest.ts';

/** oidc-provider's models that must not be lost. */
export type DurableKind = 'AuthorizationCode' | 'Grant' | 'RefreshToken';

const record = {
  digest: 'bytea',
  payload: 'json',
  grantDigest: 'bytea?',
  accountId: 'text?',
  clientId: 'text?',
  expiresAt: 'timestamptz',
} as const;

export type StoredRecord = {
  payload: AdapterPayload;
  consumedAt: Date | null;
  /** By the clock of the database. */
  createdAt: Date;
  expiresAt: Date;
  /** Of a chain of refresh tokens: how often it was refreshed, and when last. Null for other records. */
  generation: number | null;
  refreshedAt: Date | null;
  /** The `chainTokenDigest` of its newest token, and of the one before. */
  tokenDigest: Uint8Array | null;
  previousDigest: Uint8Array | null;
};

/**
 * How long a used refresh token of the release before, and a token of an ended installation, is stored by
 * default. Reuse of a token that was deleted is refused as unknown, but no longer revokes its family. Used
 * tokens of a chain leave nothing behind.
 */
export const CONSUMED_REFRESH_TOKEN_DAYS = 30;
const DAY_MILLISECONDS = 86_400_000;

/** When a record expires that is consumed now. */
export function consumedUntil(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MILLISECONDS);
}

const row = {
  payload: 'json',
  consumedAt: 'timestamptz?',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  generation: 'int4?',
  refreshedAt: 'timestamptz?',
  tokenDigest: 'bytea?',
  previousDigest: 'bytea?',
} as const;

const columns = `payload, consumed_at AS "consumedAt", created_at AS "createdAt",
      expires_at AS "expiresAt", generation, refreshed_at AS "refreshedAt", token_digest AS "tokenDigest",
      previous_digest AS "previousDigest"`;

const LOCK_RECORD = defineStatement({
  name: 'lock-record',
  text: `SELECT ${columns} FROM provider_record WHERE digest = $1 FOR UPDATE`,
  parameters: { digest: 'bytea' },
  row,
});

const FIND_GRANT = defineStatement({
  name: 'find-grant',
  text: `
    SELECT ${columns} FROM provider_record g
    WHERE digest = $1 AND EXISTS (
      SELECT FROM account a WHERE a.id = g.account_id AND ${IS_GRANT})`,
  parameters: { digest: 'bytea' },
  row,
});

const FIND_ORGANIZATION = defineStatement({
  name: 'find-organization-of-record',
  text: `
    SELECT a.organization_id AS "organizationId"
    FROM provider_record r JOIN account a ON a.id = r.account_id
    WHERE r.digest = $1 AND r.client_id = $2`,
  parameters: { digest: 'bytea', clientId: 'text' },
  row: { organizationId: 'text' },
});

const CONSUME_RECORD = defineStatement({
  name: 'consume-record',
  text: `
    UPDATE provider_record
    SET consumed_at = $2, expires_at = LEAST(expires_at, $3)
    WHERE digest = $1 AND consumed_at IS NULL`,
  parameters: { digest: 'bytea', at: 'timestamptz', until: 'timestamptz' },
  row: {},
});

/** A retry changes nothing: the chain has that generation already. */
const ROTATE_CHAIN = defineStatement({
  name: 'rotate-chain',
  text: `
    UPDATE provider_record
    SET generation = $2::int4, previous_digest = token_digest, token_digest = $3, refreshed_at = $4
    WHERE digest = $1 AND generation = $2::int4 - 1`,
  parameters: { digest: 'bytea', generation: 'int4', tokenDigest: 'bytea?', at: 'timestamptz' },
  row: {},
});

/**
 * The lock makes a change of the account wait for the end of the transaction, and this statement wait
 * for such a change: nobody gets a grant after being disabled, and no first-party client one of a
 * session that has ended.
 */
const PUT_GRANT = defineStatement({
  name: 'put-grant',
  text: `
    WITH enabled AS (
      SELECT id, organization_id FROM account
      WHERE id = $2::uuid AND disabled_at IS NULL
        AND session_version = COALESCE(($3::jsonb->>'sessionVersion')::int, session_version)
      FOR SHARE
    )
    INSERT INTO provider_record
      (digest, kind, payload, grant_digest, account_id, client_id, organization_id, expires_at)
    SELECT $1, 'Grant', $3::jsonb, $1, id, $4, organization_id, $5 FROM enabled
    ON CONFLICT (digest) DO UPDATE SET payload = EXCLUDED.payload, expires_at = EXCLUDED.expires_at
    RETURNING true AS stored`,
  parameters: {
    digest: 'bytea',
    accountId: 'text',
    payload: 'json',
    clientId: 'text',
    expiresAt: 'timestamptz',
  },
  row: { stored: 'bool' },
});

const PUT_CODE = defineStatement({
  name: 'put-code',
  text: `
    INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, expires_at)
    VALUES ($1, 'AuthorizationCode', $2::jsonb, $3, $4::uuid, $5, $6)
    ON CONFLICT (digest) DO UPDATE SET payload = EXCLUDED.payload, grant_digest = EXCLUDED.grant_digest,
      account_id = EXCLUDED.account_id, client_id = EXCLUDED.client_id, expires_at = EXCLUDED.expires_at`,
  parameters: record,
  row: {},
});

const PUT_CHAIN = defineStatement({
  name: 'put-chain',
  text: `
    INSERT INTO provider_record (digest, kind, payload, grant_digest, account_id, client_id, expires_at,
      generation, token_digest)
    VALUES ($1, 'RefreshToken', $2::jsonb, $3, $4::uuid, $5, $6, $7, $8)
    ON CONFLICT DO NOTHING`,
  parameters: { ...record, generation: 'int4?', tokenDigest: 'bytea?' },
  row: {},
});

const REMOVE_RECORD = defineStatement({
  name: 'remove-record',
  text: 'DELETE FROM provider_record WHERE digest = $1',
  parameters: { digest: 'bytea' },
  row: {},
});

const REMOVE_BY_GRANT = defineStatement({
  name: 'remove-records-of-grant',
  text: `
    DELETE FROM provider_record WHERE grant_digest = $1
    RETURNING account_id AS "accountId"`,
  parameters: { grantDigest: 'bytea' },
  row: { accountId: 'text?' },
});

export type RecordStores = { records: ProviderRecordStore };

/** oidc-provider's durable models in PostgreSQL. */
export class ProviderRecordStore {
  readonly #database: DatabaseAccess;
  readonly #consumedDays: number;

  constructor(database: DatabaseAccess, consumedDays = CONSUMED_REFRESH_TOKEN_DAYS) {
    this.#database = database;
    this.#consumedDays = consumedDays;
  }

  /** A code, or the first token of a chain. The chain's record stays as it is where it exists. */
  async put(
    kind: Exclude<DurableKind, 'Grant'>,
    id: string,
    { jti: _credential, ...payload }: AdapterPayload,
    expiresAt: Date,
  ): Promise<void> {
    const values = {
      digest: recordDigest(kind, id),
      payload: JSON.stringify(payload),
      grantDigest: payload.grantId ? recordDigest('Grant', payload.grantId) : null,
      accountId: payload.accountId ?? null,
      clientId: payload.clientId ?? null,
      expiresAt,
    };
    const { statements } = this.#database;
    if (kind === 'RefreshToken') {
      await statements.rows(PUT_CHAIN, { ...values, ...chainColumns(id) });
    } else {
      await statements.rows(PUT_CODE, values);
    }
  }

  /** The chain's record stays as it was, but for what proves its newest token. */
  async rotate(id: string, generation: number, at: Date): Promise<void> {
    const digest = recordDigest('RefreshToken', id);
    const tokenDigest = chainTokenDigest(id);
    await this.#database.statements.rows(ROTATE_CHAIN, { digest, generation, tokenDigest, at });
  }

  /** @returns false where the account has been disabled or deleted, or the session has ended */
  async putGrant(
    id: string,
    { jti: _credential, ...payload }: AdapterPayload,
    expiresAt: Date,
  ): Promise<boolean> {
    const stored = await this.#database.statements.rows(PUT_GRANT, {
      digest: recordDigest('Grant', id),
      accountId: payload.accountId ?? '',
      payload: JSON.stringify(payload),
      clientId: payload.clientId ?? '',
      expiresAt,
    });
    return stored.length > 0;
  }

  async findGrant(id: string): Promise<StoredRecord | undefined> {
    const values = { digest: recordDigest('Grant', id) };
    const [found] = await this.#database.statements.rows(FIND_GRANT, values);
    return found && storedRecord(id, found);
  }

  /** Locks the record: other requests for it wait for the end of the transaction. */
  async findForUpdate(kind: DurableKind, id: string): Promise<StoredRecord | undefined> {
    const values = { digest: recordDigest(kind, id) };
    const [found] = await this.#database.statements.rows(LOCK_RECORD, values);
    return found && storedRecord(id, found);
  }

  /** @returns the organization of the account that a client's record was issued for, if it is known */
  async organizationOf(
    kind: DurableKind,
    id: string,
    clientId: string,
  ): Promise<string | undefined> {
    const values = { digest: recordDigest(kind, id), clientId };
    const [found] = await this.#database.statements.rows(FIND_ORGANIZATION, values);
    return found?.organizationId;
  }

  /**
   * Consuming a record again does not change when it was consumed. A consumed record expires in
   * bounded time, so that the sweeper finds it by its usual index.
   */
  async consume(kind: DurableKind, id: string, at: Date): Promise<void> {
    const values = {
      digest: recordDigest(kind, id),
      at,
      until: consumedUntil(at, this.#consumedDays),
    };
    await this.#database.statements.rows(CONSUME_RECORD, values);
  }

  async remove(kind: DurableKind, id: string): Promise<void> {
    await this.#database.statements.rows(REMOVE_RECORD, { digest: recordDigest(kind, id) });
  }

  /**
   * Removes a grant with its codes and refresh tokens.
   * @returns the account of the grant; undefined if nothing was removed
   */
  async removeByGrant(grantId: string): Promise<string | undefined> {
    const values = { grantDigest: recordDigest('Grant', grantId) };
    const removed = await this.#database.statements.rows(REMOVE_BY_GRANT, values);
    return removed[0]?.accountId ?? undefined;
  }
}

function chainColumns(id: string) {
  const token = readChainToken(id);
  return { generation: token?.generation ?? null, tokenDigest: chainTokenDigest(id) };
}

function storedRecord(
  id: string,
  { payload, ...columns }: Omit<StoredRecord, 'payload'> & { payload: unknown },
): StoredRecord {
  return { payload: { ...(payload as AdapterPayload), jti: id }, ...columns };
}

import { hash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { Prisma } from '../database/generated/client.ts';

/** The kinds of oidc-provider's models that may not be lost. */
export type DurableKind = 'AuthorizationCode' | 'Grant' | 'RefreshToken';

export type StoredRecord = { payload: AdapterPayload; consumedAt: Date | null; expiresAt: Date };

/**
 * How long a rotated refresh token is remembered. Every refresh leaves one behind, so they cannot
 * all be kept. One that is forgotten is refused like any unknown token; only its family no longer
 * dies of its reuse. A thief's copy is used within minutes or when it is found in an old backup:
 * a month covers the first many times over, and what the second finds has long been rotated away.
 */
export const CONSUMED_REFRESH_TOKEN_DAYS = 30;

export const DAY_MILLISECONDS = 86_400_000;

/** An id is a credential: what is kept of it is a digest, which tells kinds apart too. */
export function recordDigest(kind: string, id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(hash('sha256', `${kind}:${id}`, 'buffer'));
}

/** oidc-provider's durable models in PostgreSQL. */
export class ProviderRecordStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param insertOnly leaves a record of that id as it is */
  async put(
    kind: DurableKind,
    id: string,
    { jti: _credential, ...payload }: AdapterPayload,
    expiresAt: Date,
    insertOnly: boolean,
  ): Promise<void> {
    const digest = recordDigest(kind, id);
    const data = {
      digest,
      kind,
      payload: payload as Prisma.InputJsonObject,
      grantDigest: grantDigestOf(kind, id, payload),
      accountId: payload.accountId ?? null,
      clientId: payload.clientId ?? null,
      expiresAt,
    };
    if (insertOnly) {
      await this.#database.client.providerRecord.createMany({ data, skipDuplicates: true });
      return;
    }
    await this.#database.client.providerRecord.upsert({
      where: { digest },
      create: data,
      update: data,
      select: { kind: true },
    });
  }

  /**
   * @param lock makes other requests for the record wait until this one has ended, where it has
   *   a transaction
   */
  async find(kind: DurableKind, id: string, lock: boolean): Promise<StoredRecord | undefined> {
    const digest = recordDigest(kind, id);
    if (lock) {
      await this.#database.begin();
      await this.#database.client
        .$queryRaw`SELECT kind FROM provider_record WHERE digest = ${digest} FOR UPDATE`;
    }
    const row = await this.#database.client.providerRecord.findUnique({
      where: { digest },
      select: { payload: true, consumedAt: true, expiresAt: true },
    });
    if (!row) return undefined;
    const payload = { ...(row.payload as AdapterPayload), jti: id };
    return { payload, consumedAt: row.consumedAt, expiresAt: row.expiresAt };
  }

  /** The organization of whoever a record was issued for; nothing where it is unknown. */
  async organizationOf(kind: DurableKind, id: string): Promise<string | undefined> {
    const [row] = await this.#database.client.$queryRaw<{ organizationId: string }[]>`
      SELECT a.organization_id AS "organizationId"
      FROM provider_record r JOIN account a ON a.id = r.account_id
      WHERE r.digest = ${recordDigest(kind, id)}`;
    return row?.organizationId;
  }

  /**
   * The first use counts: consuming a record again does not make it younger. It then expires in
   * bounded time, which lets the sweeper find it by the index that it uses anyway.
   */
  async consume(kind: DurableKind, id: string, at: Date): Promise<void> {
    const digest = recordDigest(kind, id);
    const until = new Date(at.getTime() + CONSUMED_REFRESH_TOKEN_DAYS * DAY_MILLISECONDS);
    await this.#database.client.$executeRaw`
      UPDATE provider_record
      SET consumed_at = ${at}::timestamptz, expires_at = LEAST(expires_at, ${until}::timestamptz)
      WHERE digest = ${digest} AND consumed_at IS NULL`;
  }

  async remove(kind: DurableKind, id: string): Promise<void> {
    await this.#database.client.providerRecord.deleteMany({
      where: { digest: recordDigest(kind, id) },
    });
  }

  /**
   * Removes a grant's codes and refresh tokens; the grant too.
   * @returns whose it was; nothing where there was none of them
   */
  async removeByGrant(grantId: string): Promise<string | undefined> {
    const removed = await this.#database.client.$queryRaw<{ account_id: string }[]>`
      DELETE FROM provider_record WHERE grant_digest = ${recordDigest('Grant', grantId)}
      RETURNING account_id`;
    return removed[0]?.account_id;
  }
}

function grantDigestOf(kind: DurableKind, id: string, payload: AdapterPayload) {
  if (kind === 'Grant') return recordDigest('Grant', id);
  return payload.grantId ? recordDigest('Grant', payload.grantId) : null;
}

import { createHash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { Prisma } from '../database/generated/client.ts';

/** The kinds of oidc-provider's models that may not be lost. */
export type DurableKind = 'AuthorizationCode' | 'Grant' | 'RefreshToken';

export type StoredRecord = { payload: AdapterPayload; consumedAt: Date | null };

/** An id is a credential: what is kept of it is a digest, which tells kinds apart too. */
export function recordDigest(kind: string, id: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`${kind}:${id}`).digest());
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
      select: { payload: true, consumedAt: true },
    });
    if (!row) return undefined;
    const payload = { ...(row.payload as AdapterPayload), jti: id };
    return { payload, consumedAt: row.consumedAt };
  }

  /** The first use counts: consuming a record again does not make it younger. */
  async consume(kind: DurableKind, id: string, at: Date): Promise<void> {
    await this.#database.client.providerRecord.updateMany({
      where: { digest: recordDigest(kind, id), consumedAt: null },
      data: { consumedAt: at },
    });
  }

  async remove(kind: DurableKind, id: string): Promise<void> {
    await this.#database.client.providerRecord.deleteMany({
      where: { digest: recordDigest(kind, id) },
    });
  }

  /** Removes a grant's codes and refresh tokens; the grant too. */
  async removeByGrant(grantId: string): Promise<void> {
    await this.#database.client.providerRecord.deleteMany({
      where: { grantDigest: recordDigest('Grant', grantId) },
    });
  }
}

function grantDigestOf(kind: DurableKind, id: string, payload: AdapterPayload) {
  if (kind === 'Grant') return recordDigest('Grant', id);
  return payload.grantId ? recordDigest('Grant', payload.grantId) : null;
}

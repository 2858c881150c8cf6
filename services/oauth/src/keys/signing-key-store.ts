import type { JWK } from 'jose';
import type { Database } from '../database/database.ts';
import type { Prisma } from '../database/generated/client.ts';
import type { KeyEncryption } from './key-encryption.ts';
import { SIGNING_ALGORITHM, type SigningKey } from './signing-key.ts';

/** Any number that no other lock of this database uses. */
const CHANGE_LOCK = 7_201_001;

type Row = { kid: string; publicJwk: unknown; encryptedPrivate: Uint8Array; activeFrom: Date };

/** The signing keys, which all replicas share. Private parts are encrypted at rest. */
export class SigningKeyStore {
  readonly #database: Database;
  readonly #encryption: KeyEncryption;

  constructor(database: Database, encryption: KeyEncryption) {
    this.#database = database;
    this.#encryption = encryption;
  }

  /** All keys, the latest first; empty before the first is made. */
  async list(): Promise<SigningKey[]> {
    const rows = await this.#database.client.signingKey.findMany({
      orderBy: [{ activeFrom: 'desc' }, { kid: 'asc' }],
      omit: { createdAt: true, algorithm: true },
    });
    return rows.map((row) => this.#open(row));
  }

  /** Brings every private part under the key to use, where it is not the one that it is under. */
  async renewEncryption(): Promise<void> {
    const stale = (await this.#encrypted()).filter((row) =>
      this.#encryption.renew(row.encryptedPrivate),
    );
    if (stale.length === 0) return;
    await this.#database.transaction(async (client) => {
      await client.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGE_LOCK})`;
      for (const { kid, encryptedPrivate } of await this.#encrypted()) {
        const renewed = this.#encryption.renew(encryptedPrivate);
        if (!renewed) continue;
        await client.signingKey.update({
          where: { kid },
          data: { encryptedPrivate: renewed },
          select: { kid: true },
        });
      }
    });
  }

  #encrypted() {
    const select = { kid: true, encryptedPrivate: true };
    return this.#database.client.signingKey.findMany({ select });
  }

  /** Adds a key, and removes those that go with its coming. */
  async add(key: SigningKey, createdAt: Date, removed: readonly SigningKey[] = []): Promise<void> {
    const { kid, publicJwk, privateJwk, activeFrom } = key;
    await this.#database.client.signingKey.create({
      data: {
        kid,
        algorithm: SIGNING_ALGORITHM,
        publicJwk: publicJwk as Prisma.InputJsonObject,
        encryptedPrivate: this.#encryption.encrypt(JSON.stringify(privateJwk)),
        createdAt,
        activeFrom,
      },
      select: { kid: true },
    });
    await this.remove(removed);
  }

  async remove(keys: readonly SigningKey[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#database.client.signingKey.deleteMany({
      where: { kid: { in: keys.map(({ kid }) => kid) } },
    });
  }

  /** Runs one change of the keys at a time, whichever replicas ask for it. */
  async change<T>(work: (keys: SigningKey[]) => Promise<T>): Promise<T> {
    return this.#database.transaction(async (client) => {
      await client.$executeRaw`SELECT pg_advisory_xact_lock(${CHANGE_LOCK})`;
      return work(await this.list());
    });
  }

  #open(row: Row): SigningKey {
    const { kid, activeFrom } = row;
    const marks = { kid, alg: SIGNING_ALGORITHM, use: 'sig' };
    const privateJwk = JSON.parse(this.#decrypt(row)) as JWK;
    return {
      kid,
      activeFrom,
      publicJwk: { ...(row.publicJwk as JWK), ...marks },
      privateJwk: { ...privateJwk, ...marks },
    };
  }

  #decrypt({ kid, encryptedPrivate }: Row): string {
    try {
      return this.#encryption.decrypt(encryptedPrivate);
    } catch (cause) {
      const advice = 'KEYS_ENCRYPTION_KEY must be the one that it was encrypted under.';
      throw new Error(`The signing key ${kid} cannot be decrypted. ${advice}`, { cause });
    }
  }
}

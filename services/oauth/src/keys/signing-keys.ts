import type { Clock } from '@app-platform/service-kit';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose';
import type { Database, DatabaseClient } from '../database/database.ts';
import type { Prisma } from '../database/generated/client.ts';
import type { KeyEncryption } from './key-encryption.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** Any number that no other lock of this database uses. */
const CREATION_LOCK = 7_201_001;

export type SigningKey = { kid: string; publicJwk: JWK; privateJwk: JWK; activeFrom: Date };

/** The keys that access tokens are signed with: created once, shared by all replicas. */
export class SigningKeys {
  readonly #database: Database;
  readonly #encryption: KeyEncryption;
  readonly #clock: Clock;

  constructor(database: Database, encryption: KeyEncryption, clock: Clock) {
    this.#database = database;
    this.#encryption = encryption;
    this.#clock = clock;
  }

  /** All keys, the one that signs first. The first replica to come here creates the first key. */
  async load(): Promise<[SigningKey, ...SigningKey[]]> {
    const [signing, ...others] = await this.#database.transaction(async (client) => {
      await client.$executeRaw`SELECT pg_advisory_xact_lock(${CREATION_LOCK})`;
      if ((await client.signingKey.count()) === 0) await this.#create(client);
      return client.signingKey.findMany({ orderBy: { activeFrom: 'desc' } });
    });
    if (!signing) throw new Error('there is no signing key');
    return [this.#open(signing), ...others.map((row) => this.#open(row))];
  }

  async #create(client: DatabaseClient): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, {
      extractable: true,
    });
    const publicJwk = await exportJWK(publicKey);
    const now = this.#clock();
    await client.signingKey.create({
      data: {
        kid: await calculateJwkThumbprint(publicJwk),
        algorithm: SIGNING_ALGORITHM,
        publicJwk: publicJwk as Prisma.InputJsonObject,
        encryptedPrivate: this.#encryption.encrypt(JSON.stringify(await exportJWK(privateKey))),
        createdAt: now,
        activeFrom: now,
      },
    });
  }

  #open(row: { kid: string; publicJwk: unknown; encryptedPrivate: Uint8Array; activeFrom: Date }) {
    const { kid, activeFrom } = row;
    const marks = { kid, alg: SIGNING_ALGORITHM, use: 'sig' };
    const privateJwk = JSON.parse(this.#encryption.decrypt(row.encryptedPrivate)) as JWK;
    return {
      kid,
      activeFrom,
      publicJwk: { ...(row.publicJwk as JWK), ...marks },
      privateJwk: { ...privateJwk, ...marks },
    };
  }
}

import { defineStatement, type RowOf } from '@app-platform/runtime/database';
import type { JWK } from 'jose';
import type { DatabaseAccess } from '../database/database.ts';

export const SIGNING_ALGORITHM = 'ES256';

/** A key that access tokens are signed with. */
export type SigningKey = {
  /** RFC 7638 thumbprint. */
  kid: string;
  publicJwk: JWK;
  privateJwk: JWK;
  /** From when it signs. */
  activeFrom: Date;
};

/** Encrypts the private keys. */
export type KeyCipher = {
  encrypt(text: string): Uint8Array<ArrayBuffer>;
  decrypt(encrypted: Uint8Array): string;
  /** @returns the same text under the current key; undefined if it is already */
  renew(encrypted: Uint8Array): Uint8Array<ArrayBuffer> | undefined;
};

/** Any number that no other lock of this database uses. */
const CHANGE_LOCK = 7_201_001;

const LOCK_KEYS = defineStatement({
  name: 'lock-signing-keys',
  text: `SELECT pg_advisory_xact_lock(${CHANGE_LOCK})::text AS locked`,
  parameters: {},
  row: { locked: 'text' },
});

const LIST_KEYS = defineStatement({
  name: 'list-signing-keys',
  text: `
    SELECT kid, public_jwk AS "publicJwk", encrypted_private AS "encryptedPrivate",
      active_from AS "activeFrom"
    FROM signing_key ORDER BY active_from DESC, kid`,
  parameters: {},
  row: { kid: 'text', publicJwk: 'json', encryptedPrivate: 'bytea', activeFrom: 'timestamptz' },
});

const REPLACE_PRIVATE = defineStatement({
  name: 'replace-encrypted-signing-key',
  text: 'UPDATE signing_key SET encrypted_private = $2 WHERE kid = $1',
  parameters: { kid: 'text', encryptedPrivate: 'bytea' },
  row: {},
});

const ADD_KEY = defineStatement({
  name: 'add-signing-key',
  text: `
    INSERT INTO signing_key (kid, algorithm, public_jwk, encrypted_private, created_at, active_from)
    VALUES ($1, $2, $3::jsonb, $4, $5, $6)`,
  parameters: {
    kid: 'text',
    algorithm: 'text',
    publicJwk: 'json',
    encryptedPrivate: 'bytea',
    createdAt: 'timestamptz',
    activeFrom: 'timestamptz',
  },
  row: {},
});

const REMOVE_KEYS = defineStatement({
  name: 'remove-signing-keys',
  text: 'DELETE FROM signing_key WHERE kid = ANY($1::text[])',
  parameters: { kids: 'text[]' },
  row: {},
});

type Row = RowOf<(typeof LIST_KEYS)['row']>;

export type KeyStores = { signingKeys: SigningKeyStore };

/** The signing keys, which all replicas share. Private keys are encrypted at rest. */
export class SigningKeyStore {
  readonly #database: DatabaseAccess;
  readonly #cipher: KeyCipher;

  constructor(database: DatabaseAccess, cipher: KeyCipher) {
    this.#database = database;
    this.#cipher = cipher;
  }

  /** All keys, the latest first; empty before the first is created. */
  async list(): Promise<SigningKey[]> {
    return (await this.#rows()).map((row) => this.#open(row));
  }

  /** Waits for other changes of the keys, on any replica. The lock ends with the transaction. */
  async lock(): Promise<void> {
    await this.#database.statements.rows(LOCK_KEYS, {});
  }

  /** Whether a private key is encrypted under an earlier encryption key. */
  async isEncryptionStale(): Promise<boolean> {
    const rows = await this.#rows();
    return rows.some(({ encryptedPrivate }) => this.#cipher.renew(encryptedPrivate));
  }

  /** Encrypts every private key under the current encryption key, where it is not yet. */
  async renewEncryption(): Promise<void> {
    for (const { kid, encryptedPrivate } of await this.#rows()) {
      const renewed = this.#cipher.renew(encryptedPrivate);
      if (!renewed) continue;
      const values = { kid, encryptedPrivate: renewed };
      await this.#database.statements.rows(REPLACE_PRIVATE, values);
    }
  }

  /** Adds a key, and removes the keys that it replaces. */
  async add(key: SigningKey, createdAt: Date, removed: readonly SigningKey[] = []): Promise<void> {
    const { kid, publicJwk, privateJwk, activeFrom } = key;
    await this.#database.statements.rows(ADD_KEY, {
      kid,
      algorithm: SIGNING_ALGORITHM,
      publicJwk: JSON.stringify(publicJwk),
      encryptedPrivate: this.#cipher.encrypt(JSON.stringify(privateJwk)),
      createdAt,
      activeFrom,
    });
    await this.remove(removed);
  }

  async remove(keys: readonly SigningKey[]): Promise<void> {
    if (keys.length === 0) return;
    const kids = keys.map(({ kid }) => kid);
    await this.#database.statements.rows(REMOVE_KEYS, { kids });
  }

  #rows(): Promise<Row[]> {
    return this.#database.statements.rows(LIST_KEYS, {});
  }

  #open(row: Row): SigningKey {
    const { kid, activeFrom } = row;
    const common = { kid, alg: SIGNING_ALGORITHM, use: 'sig' };
    const privateJwk = JSON.parse(this.#decrypt(row)) as JWK;
    return {
      kid,
      activeFrom,
      publicJwk: { ...(row.publicJwk as JWK), ...common },
      privateJwk: { ...privateJwk, ...common },
    };
  }

  #decrypt({ kid, encryptedPrivate }: Row): string {
    try {
      return this.#cipher.decrypt(encryptedPrivate);
    } catch (cause) {
      const advice = 'KEYS_ENCRYPTION_KEY must be the key that it was encrypted under.';
      throw new Error(`The signing key ${kid} cannot be decrypted. ${advice}`, { cause });
    }
  }
}

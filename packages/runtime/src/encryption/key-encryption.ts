import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** What is encrypted at rest; each has a key of its own. */
export type EncryptedKind = 'signing keys' | 'webhook secrets';

/** The keys derived from a service's encryption key, each for one purpose. */
export class KeyEncryption {
  readonly #secret: Buffer;
  readonly #second: Buffer | undefined;
  readonly #kind: EncryptedKind;

  /**
   * @param secret 32 bytes in base64url
   * @param second the previous secret during a change: data encrypted with it can still be decrypted
   */
  constructor(secret: string, second?: string, kind: EncryptedKind = 'signing keys') {
    this.#secret = bytesOf(secret);
    this.#second = second === undefined ? undefined : bytesOf(second);
    this.#kind = kind;
  }

  /** Whether data may be encrypted under the previous secret. */
  get isChanging(): boolean {
    return this.#second !== undefined;
  }

  /** 32-byte keys for one purpose: the current one, then the previous one during a change. */
  derive(purpose: string): [Buffer, ...Buffer[]] {
    const derived = derive(this.#secret, purpose);
    return this.#second ? [derived, derive(this.#second, purpose)] : [derived];
  }

  /** @returns nonce, ciphertext, tag */
  encrypt(text: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, derive(this.#secret, this.#kind), nonce);
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return new Uint8Array(Buffer.concat(parts));
  }

  /** @throws Error if the text was encrypted under an unknown key, or modified */
  decrypt(encrypted: Uint8Array): string {
    const [key, ...others] = this.derive(this.#kind);
    try {
      return decryptUnder(key, encrypted);
    } catch (error) {
      const [second] = others;
      if (!second) throw error;
      return decryptUnder(second, encrypted);
    }
  }

  /**
   * Encrypts a text under the current key.
   * @returns undefined if it already is
   */
  renew(encrypted: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
    if (!this.#second) return undefined;
    try {
      decryptUnder(derive(this.#secret, this.#kind), encrypted);
      return undefined;
    } catch {
      return this.encrypt(this.decrypt(encrypted));
    }
  }
}

function bytesOf(secret: string): Buffer {
  const bytes = Buffer.from(secret, 'base64url');
  if (bytes.length !== 32) throw new Error('an encryption key must have 32 bytes');
  return bytes;
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `app-platform ${purpose}`, 32));
}

function decryptUnder(key: Buffer, encrypted: Uint8Array): string {
  const bytes = Buffer.from(encrypted);
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

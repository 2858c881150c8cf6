import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Everything that is derived from KEYS_ENCRYPTION_KEY, each for one purpose. */
export class KeyEncryption {
  readonly #secret: Buffer;

  /** @param secret 32 bytes in base64url */
  constructor(secret: string) {
    this.#secret = Buffer.from(secret, 'base64url');
    if (this.#secret.length !== 32) throw new Error('KEYS_ENCRYPTION_KEY must be of 32 bytes');
  }

  /** A key of 32 bytes for one purpose. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, '', `app-platform ${purpose}`, 32));
  }

  /** @returns nonce, ciphertext, tag */
  encrypt(text: string): Uint8Array<ArrayBuffer> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.derive('signing keys'), nonce);
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return new Uint8Array(Buffer.concat(parts));
  }

  /** @throws Error where the text was encrypted under another key, or changed since */
  decrypt(encrypted: Uint8Array): string {
    const bytes = Buffer.from(encrypted);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.derive('signing keys'), nonce);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }
}

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { parameter } from '../routes/contract.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const idempotencyKeyParameter = parameter(
  'Idempotency-Key',
  'header',
  Type.String({ pattern: '^[\\x21-\\x7e]{1,255}$' }),
  'Makes a retry safe: for a day, the same request with the same key is answered as the first time. 1 to 255 visible ASCII characters. Make it at random, such as a UUID: the answer is kept encrypted with it.',
);

/**
 * What is derived from a key, which is not kept itself: an answer may hold a secret, and only who
 * repeats the request can read it again.
 */
export class IdempotencyKey {
  readonly #key: string;
  readonly #namespace: string;

  /** @param namespace the same key means another request in another one, such as an organization */
  constructor(key: string, namespace: string) {
    this.#key = key;
    this.#namespace = namespace;
  }

  /** What the answer is found by, in base64url. */
  get digest(): string {
    return this.#derive('lookup').toString('base64url');
  }

  /** Keyed, because a body may hold a password, which a plain digest would let be guessed. */
  digestOf(request: string): Uint8Array {
    return createHmac('sha256', this.#derive('request')).update(request).digest();
  }

  /** @returns nonce, ciphertext and tag, in base64url */
  encrypt(text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#derive('answer'), nonce);
    const parts = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(parts).toString('base64url');
  }

  /** @throws Error for a text that another key encrypted, or that was modified */
  decrypt(encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64url');
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(ALGORITHM, this.#derive('answer'), nonce);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  }

  #derive(purpose: 'lookup' | 'request' | 'answer'): Buffer {
    const info = `app-platform idempotency ${purpose}`;
    return Buffer.from(hkdfSync('sha256', this.#key, this.#namespace, info, 32));
  }
}

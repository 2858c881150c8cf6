import { createHash } from 'node:crypto';

/**
 * The stored form of a credential. SHA-256 is enough: credentials are random and long, so a slow hash
 * would protect nothing more.
 */
export function credentialDigest(credential: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(credential).digest());
}

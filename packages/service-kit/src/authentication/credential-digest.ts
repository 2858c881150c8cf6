import { createHash } from 'node:crypto';

/**
 * What is kept of a credential. A plain SHA-256 is enough, for a credential is random and long:
 * nothing can be guessed that a slow hash would protect.
 */
export function credentialDigest(credential: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(credential).digest());
}

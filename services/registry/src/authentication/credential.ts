import { createHash, randomBytes } from 'node:crypto';

/** What API keys and client secrets begin with, so that people and secret scanners know them. */
export const credentialPrefixes = { apiKey: 'apk_', clientSecret: 'acs_' } as const;

/** A new credential: its prefix and 256 random bits. */
export function newCredential(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

/**
 * What is kept of a credential. A plain SHA-256 is enough, for a credential is random and long:
 * nothing can be guessed that a slow hash would protect.
 */
export function credentialDigest(credential: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(credential).digest());
}

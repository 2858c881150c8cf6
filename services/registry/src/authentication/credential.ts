import { randomBytes } from 'node:crypto';

/** Prefixes by which people and secret scanners recognize API keys and client secrets. */
export const credentialPrefixes = { apiKey: 'apk_', clientSecret: 'acs_' } as const;

/** A new credential: its prefix and 256 random bits. */
export function newCredential(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

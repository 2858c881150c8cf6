import { randomBytes } from 'node:crypto';

/** What API keys and client secrets begin with, so that people and secret scanners know them. */
export const credentialPrefixes = { apiKey: 'apk_', clientSecret: 'acs_' } as const;

/** A new credential: its prefix and 256 random bits. */
export function newCredential(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url');
}

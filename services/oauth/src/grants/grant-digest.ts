import { recordDigest } from '../storage/provider-record-store.ts';

/** How a token names its grant: by a digest, for the id itself opens the grant's record. */
export function grantDigest(grantId: string): string {
  return grantDigestOf(recordDigest('Grant', grantId));
}

/** The same from what is kept of the grant's id. */
export function grantDigestOf(digest: Uint8Array): string {
  return Buffer.from(digest).toString('base64url');
}

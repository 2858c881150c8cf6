import { createHash } from 'node:crypto';

/** How a token names its grant: by a digest, for the id itself opens the grant's record. */
export function grantDigest(grantId: string): string {
  return createHash('sha256').update(`gid:${grantId}`).digest('base64url').slice(0, 22);
}

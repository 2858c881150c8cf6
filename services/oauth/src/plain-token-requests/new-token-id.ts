import { randomBytes } from 'node:crypto';

/** As many bits as oidc-provider gives its own (RFC 6749 section 10.10 asks for 160 at most). */
const BYTES = 32;

/** A refresh token, or the id of an access token. */
export function newTokenId(): string {
  return randomBytes(BYTES).toString('base64url');
}

import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { AccessTokenClaims } from '@app-platform/contracts';
import type { JWTPayload } from 'jose';
import { SIGNING_ALGORITHM, type SigningKey } from '../keys/signing-key-store.ts';

/** What an access token says (RFC 9068 section 2.2), and what ours carry beyond. */
export type AccessToken = AccessTokenClaims &
  Required<Pick<JWTPayload, 'jti' | 'sub' | 'iat' | 'exp' | 'iss' | 'aud'>> & {
    scope: string;
    client_id: string;
  };

const NUMBER_BYTES = 32;

type Signer = { header: string; key: KeyObject };

const signers = new WeakMap<SigningKey, Signer>();

/**
 * As oidc-provider signs them: a JWT in compact form (RFC 7515 section 7.1) by ES256 (RFC 7518
 * section 3.4). jose goes through Web Crypto, which takes every signature to another thread and
 * back: that costs as much again as the signature.
 */
export function signAccessToken(claims: AccessToken, signingKey: SigningKey): string {
  const { header, key } = signerOf(signingKey);
  const signed = `${header}.${encoded(claims)}`;
  // With `dsaEncoding` it would come in the right form, and cost two times and a half as much.
  const signature = sign('sha256', Buffer.from(signed), key);
  return `${signed}.${concatenated(signature).toString('base64url')}`;
}

/** Both numbers of a P-256 signature side by side (RFC 7518 section 3.4), from their DER sequence. */
function concatenated(der: Buffer): Buffer {
  const bytes = Buffer.alloc(2 * NUMBER_BYTES);
  let at = 2;
  for (const end of [NUMBER_BYTES, 2 * NUMBER_BYTES]) {
    const length = der[at + 1] ?? 0;
    const next = at + 2 + length;
    // A number has a zero before it where it would look negative, and none that it could lack.
    const number = der.subarray(Math.max(at + 2, next - NUMBER_BYTES), next);
    number.copy(bytes, end - number.length);
    at = next;
  }
  return bytes;
}

function signerOf(signingKey: SigningKey): Signer {
  const known = signers.get(signingKey);
  if (known) return known;
  const { kid, privateJwk } = signingKey;
  const key = createPrivateKey({ key: privateJwk as JsonWebKey, format: 'jwk' });
  const made = { header: encoded({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid }), key };
  signers.set(signingKey, made);
  return made;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

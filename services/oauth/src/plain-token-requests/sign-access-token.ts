import { createPrivateKey, type JsonWebKey, type KeyObject, sign } from 'node:crypto';
import type { AccessTokenClaims } from '@app-platform/contracts';
import type { JWTPayload } from 'jose';
import { SIGNING_ALGORITHM, type SigningKey } from '../keys/signing-key.ts';

/** What an access token says (RFC 9068 section 2.2), and what ours carry beyond. */
export type AccessToken = AccessTokenClaims &
  Required<Pick<JWTPayload, 'jti' | 'sub' | 'iat' | 'exp' | 'iss' | 'aud'>> & {
    scope: string;
    client_id: string;
  };

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
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
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

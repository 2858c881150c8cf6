import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import { signAccessToken } from './sign-access-token.ts';

const TOKENS = 2_000;

describe('signAccessToken', () => {
  it('makes signatures that jose verifies, also those with leading zeros', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const publicJwk: JWK = { ...publicKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256' };
    const privateJwk: JWK = { ...privateKey.export({ format: 'jwk' }), kid: 'a' };
    const key = { kid: 'a', publicJwk, privateJwk, activeFrom: new Date() };
    const keys = createLocalJWKSet({ keys: [publicJwk] });
    const iat = Math.floor(Date.now() / 1000);
    const common = { sub: 'ü', iat, exp: iat + 60, iss: 'i', aud: 'a', scope: 'org' };
    // One signature in 128 has a number with a leading zero byte.
    for (let number = 0; number < TOKENS; number += 1) {
      const claims = { ...common, org: 'o', gid: 'g', ins: 1, client_id: 'c', jti: `${number}` };
      const token = signAccessToken(claims, key);
      const options = { algorithms: ['ES256'], typ: 'at+jwt', issuer: 'i', audience: 'a' };
      const { payload, protectedHeader } = await jwtVerify(token, keys, options);
      expect([payload, protectedHeader.kid]).toEqual([claims, 'a']);
    }
  });
});

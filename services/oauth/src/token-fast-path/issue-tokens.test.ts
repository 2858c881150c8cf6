import { generateKeyPairSync } from 'node:crypto';
import {
  MAX_CREDENTIAL_CHARACTERS,
  MAX_SCOPE_CHARACTERS,
  MAX_SERVICE_URL_CHARACTERS,
} from '@app-platform/contracts';
import { describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, type JWK, jwtVerify } from 'jose';
import { signAccessToken } from './issue-tokens.ts';

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

  it('makes tokens that the registry reads, however long their claims are', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const kid = 'k'.repeat(43);
    const publicJwk: JWK = { ...publicKey.export({ format: 'jwk' }), kid };
    const privateJwk: JWK = { ...privateKey.export({ format: 'jwk' }), kid };
    const address = 'u'.repeat(MAX_SERVICE_URL_CHARACTERS);
    const longest = {
      org: 'o'.repeat(24),
      gid: 'g'.repeat(43),
      ins: 9_999_999_999_999,
      jti: 'j'.repeat(43),
      sub: 's'.repeat(36),
      iat: 9_999_999_999,
      exp: 9_999_999_999,
      auth_time: 9_999_999_999,
      scope: 's'.repeat(MAX_SCOPE_CHARACTERS),
      client_id: 'c'.repeat(128),
      iss: address,
      aud: address,
      cnf: { jkt: 't'.repeat(43) },
    };
    const key = { kid, publicJwk, privateJwk, activeFrom: new Date() };
    // What is left is for further claims.
    expect(signAccessToken(longest, key).length).toBeLessThan(MAX_CREDENTIAL_CHARACTERS - 100);
  });
});

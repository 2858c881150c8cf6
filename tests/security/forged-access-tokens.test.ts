import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { Registry } from '../../services/registry/src/server.ts';
import type { Caller, RunningRegistry } from '../../services/registry/testing/start-registry.ts';
import {
  type IssuedClaims,
  startRegistryWithTokens,
  type TokenIssuer,
} from '../../services/registry/testing/token-issuer.ts';

let registry: RunningRegistry;
let acme: Caller;
let oauth: TokenIssuer;
let replica: Registry;

beforeAll(async () => {
  ({ registry, oauth, replica } = await startRegistryWithTokens());
  acme = await registry.newCaller();
});
afterAll(() => registry.close());

/** The status for a token that a published key has signed. */
async function statusFor(forged: IssuedClaims['forged'] = {}, at = replica): Promise<number> {
  const { organizationId } = acme;
  const token = await oauth.issue({ clientId: 'console', organizationId, forged });
  return (await request(at.publicApp).get('/v1/me').auth(token, { type: 'bearer' })).status;
}

describe('attack: a token that a published key has signed, but not for this use', () => {
  it('200: an access token of the OAuth service for this registry', async () => {
    expect(await statusFor()).toBe(200);
  });

  it.each<[string, IssuedClaims['forged']]>([
    ['of another issuer', { issuer: 'https://other.example.com' }],
    ['whose issuer has a slash more', { issuer: 'https://oauth.example.com/' }],
    ['for another audience', { audience: 'https://other.example.com' }],
    ['for the OAuth service', { audience: 'https://oauth.example.com' }],
    ['of another type, such as an ID token', { typ: 'JWT' }],
    ['of a DPoP proof', { typ: 'dpop+jwt' }],
    ['that has expired', { expiresIn: -60 }],
    ['that never expires', { expiresIn: null }],
  ])('401: one %s', async (_name, forged) => {
    expect(await statusFor(forged)).toBe(401);
  });

  it.each(['RS256', 'PS256', 'ES384'])('401: one that is signed by %s', async (alg) => {
    await oauth.replaceKey(alg);
    // It reads the key when it checks its first token.
    const unread = await oauth.replicaOf(registry);
    expect(await statusFor({}, unread)).toBe(401);
    await unread.stop();
  });
});

import { type Answer, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { callbackOf, expectRefused, type Scene, startScene } from './upstream-callback.ts';

const VICTIM = 'victim';
let scene: Scene;

beforeAll(async () => {
  scene = await startScene(VICTIM);
});
afterEach(() => {
  scene.upstream.instead.handler = undefined;
});
afterAll(() => scene.close());

/** What the upstream provider says of the victim, in the sign-in that has just begun. */
function rightClaims(): JWTPayload {
  const { issuer, clientId } = scene.upstream.options;
  const nonce = scene.upstream.requests.at(-1)?.get('nonce');
  const iat = Math.floor(Date.now() / 1000);
  return { iss: issuer, sub: VICTIM, aud: clientId, nonce, iat, exp: iat + 60 };
}

/** Opens a callback, whose code is exchanged for this token. */
function openWith(browser: HostileBrowser, callback: URL, token: string): Promise<Answer> {
  scene.upstream.instead.handler = (request, response, next) => {
    if (request.path !== '/token') next();
    else response.json({ access_token: 'x', token_type: 'bearer', id_token: token });
  };
  return browser.open(callback);
}

describe('a forged ID token', () => {
  type Forgery = { claims?: Record<string, unknown>; header?: Record<string, unknown> };

  /** Answers the next token request with a token about the victim, wrong in one thing. */
  async function signInWith({ claims, header }: Forgery, isOwnKey = true): Promise<Answer> {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, 'attacker');
    const { privateKey, kid } = scene.upstream.signingKey;
    const token = await new SignJWT({ ...rightClaims(), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid, ...header })
      .sign(isOwnKey ? privateKey : (await generateKeyPair('ES256')).privateKey);
    return openWith(browser, callback, token);
  }

  it('is what the cases below are, but for one thing', async () => {
    expect((await signInWith({})).text).toContain('value="allow"');
  });

  it('signed by another key', async () => {
    expectRefused(await signInWith({}, false));
  });

  it.each<[string, Forgery]>([
    ['of another sign-in', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another client', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { claims: { exp: Math.floor(Date.now() / 1000) - 3_600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with a subject that is too long', { claims: { sub: 'x'.repeat(256) } }],
    ['with a subject that cannot be stored', { claims: { sub: 'victim\0' } }],
    ['with a key that is not published', { header: { kid: 'another' } }],
  ])('%s', async (_name, forgery) => {
    expectRefused(await signInWith(forgery));
  });

  it.each(['none', 'HS256'])('whose header says %s', async (alg) => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, 'attacker');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg })}.${part(rightClaims())}.`;
    expectRefused(await openWith(browser, callback, token));
  });
});

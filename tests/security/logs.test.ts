import { createHash, randomBytes } from 'node:crypto';
import { actionOf, csrfOf, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorizeAddress,
  codeGrant,
  postToken,
  refreshGrant,
} from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const WRONG_PASSWORD = 'a-mistyped-password-is-a-secret-too';
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

/** A whole flow. @returns everything in it that must not be logged, by name */
async function wholeFlow(): Promise<Record<string, string>> {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const state = randomBytes(16).toString('hex');
  const browser = new HostileBrowser();
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const signIn = await browser.open(authorizeAddress(platform, app, { ...pkce, state }));
  const { email } = app;
  const refused = await browser.submit(signIn, { email, password: WRONG_PASSWORD });
  const consent = await browser.submit(refused, { email, password: PASSWORD });
  const answer = await browser.submit(consent, { decision: 'allow' });
  const code = arrivedAt(app.redirectUri, answer).get('code') ?? '';
  const grant = { ...codeGrant(app, code), code_verifier: verifier };
  const first = (await postToken(platform, grant)).body;
  const second = (await postToken(platform, refreshGrant(app, first.refresh_token))).body;
  return {
    password: PASSWORD,
    wrongPassword: WRONG_PASSWORD,
    clientSecret: app.clientSecret,
    apiKey: app.apiKey,
    operatorToken: platform.operatorToken,
    code,
    verifier,
    state,
    signInCsrf: csrfOf(signIn),
    consentCsrf: csrfOf(consent),
    session: browser.cookies.get('session') ?? '',
    accessToken: String(first.access_token),
    refreshToken: String(first.refresh_token),
    nextAccessToken: String(second.access_token),
    nextRefreshToken: String(second.refresh_token),
  };
}

/** Everything that can be refused, with credentials in every place. */
async function refusals(secrets: Record<string, string>): Promise<void> {
  const { code = '', refreshToken = '', accessToken = '', clientSecret = '' } = secrets;
  const browser = new HostileBrowser();
  await postToken(platform, codeGrant(app, code));
  await postToken(platform, refreshGrant(app, refreshToken));
  await postToken(platform, {
    ...refreshGrant(app, refreshToken),
    client_secret: `${clientSecret}x`,
  });
  await postToken(platform, { ...refreshGrant(app, [refreshToken].join()), scope: accessToken });
  const everything = new URLSearchParams(secrets).toString();
  const authorization = `Bearer ${accessToken}`;
  const paths = [
    '/oauth/token',
    '/oauth/authorize',
    '/unheard-of',
    '/interaction/over',
    '/oauth/jwks',
  ];
  for (const path of paths) {
    const address = `${platform.oauthUrl}${path}?${everything}`;
    await browser.send(address, { headers: { authorization } });
    await browser.send(address, { method: 'POST', headers: { authorization }, body: everything });
  }
  await browser.send(`${platform.baseUrl}/v1/me?${everything}`, { headers: { authorization } });
  const page = await browser.open(authorizeAddress(platform, app));
  await browser.send(actionOf(page), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-7' },
    body: everything,
  });
}

describe('secrets or tokens in logs', () => {
  it('none, after a whole flow and after everything that can be refused', async () => {
    const secrets = await wholeFlow();
    await refusals(secrets);
    await app.uninstall();
    await postToken(platform, refreshGrant(app, secrets.nextRefreshToken));
    const log = platform.logLines.join('');
    expect(platform.logLines.length).toBeGreaterThan(20);
    expect(log).toContain('/oauth/token');
    const found = Object.entries(secrets).filter(([, secret]) => {
      expect(secret.length).toBeGreaterThan(15);
      // A part of a token is as bad, and so is one that was encoded.
      return [secret, encodeURIComponent(secret), secret.slice(0, 24)].some((one) =>
        log.includes(one),
      );
    });
    expect(found.map(([name]) => name)).toEqual([]);
  });

  it('no line is made by a caller: a line break stays inside its own', async () => {
    const forged = '{"level":30,"msg":"forged"}';
    const browser = new HostileBrowser();
    const { oauthUrl } = platform;
    await browser.send(authorizeAddress(platform, app, { client_id: `x\r\n${forged}\r\n` }));
    await browser.send(authorizeAddress(platform, app, { scope: `x\r\n${forged}\r\n` }));
    await browser.send(`${oauthUrl}/${encodeURIComponent(`x\n${forged}\n`)}`);
    await browser.send(`${oauthUrl}/oauth/jwks`, { headers: { 'x-request-id': `x ${forged}` } });
    const lines = platform.logLines.join('').trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).not.toContain('forged');
  });
});

import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const FIVE_MINUTES_MILLISECONDS = 300_000;
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

const callRegistry = async (token: unknown): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
};

// Tokens are dated by the machine's own clock, installations by the registry's.
describe.each([
  ['ahead', FIVE_MINUTES_MILLISECONDS],
  ['behind', -FIVE_MINUTES_MILLISECONDS],
])('with the clock of the registry five minutes %s', (_where, milliseconds) => {
  beforeAll(() => {
    platform.now.value = () => new Date(Date.now() + milliseconds);
  });

  it('what was granted counts: access tokens, refresh tokens, consents', async () => {
    const { app, tokens } = await authorizedApp(platform);
    expect(await callRegistry(tokens.access_token)).toBe(200);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    const { status, body } = await app.token(refresh);
    expect([status, await callRegistry(body.access_token)]).toEqual([200, 200]);
    const browser = new Browser();
    const signIn = await browser.open(
      app.authorizeUrl(['org.permission.customer', 'offline_access']),
      platform.oauthUrl,
    );
    const { url } = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(url.searchParams.get('code')).not.toBeNull();
  });

  it('what was granted to an installation that has ended does not count, though installed again', async () => {
    const { app, tokens } = await authorizedApp(platform);
    await app.uninstall();
    // By a replica whose clock is wrong in the other direction.
    platform.now.value = () => new Date(Date.now() - milliseconds);
    await app.install();
    expect(await callRegistry(tokens.access_token)).toBe(401);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).body.error).toBe('invalid_grant');
  });
});

it('an app that is uninstalled while its user thinks about it gets a page that says so', async () => {
  platform.now.value = () => new Date();
  const app = await newExternalApp(platform);
  await app.install();
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(['org.permission']), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  await app.uninstall();
  const { status, html } = await browser.submit(consent, { decision: 'allow' });
  expect([status, html]).toEqual([400, expect.stringContaining('no longer installed')]);
});

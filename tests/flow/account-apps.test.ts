import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function signedIn(email: string): Promise<{ browser: Browser; page: Visit }> {
  const browser = new Browser();
  const address = `${platform.oauthUrl}/account/apps`;
  const form = await browser.open(address, platform.oauthUrl);
  return { browser, page: await browser.submit(form, { email, password: PASSWORD }) };
}

describe('/account/apps', () => {
  it('shows which apps hold access, since when, with which roles', async () => {
    const { app } = await authorizedApp(platform);
    const { page } = await signedIn(app.email);
    expect(page.url.pathname).toBe('/account/apps');
    expect(page.html).toContain('Order &lt;Tracker&gt;');
    expect(page.html).toContain('org.permission.customer');
    expect(page.html).toContain(new Date().toISOString().slice(0, 10));
  });

  it('ends the access of one: its refresh token, its access token, and what was remembered', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const { browser, page } = await signedIn(app.email);
    const after = await browser.submit(page, { client_id: app.clientId });
    expect(after.html).toContain('No app has access');
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).body.error).toBe('invalid_grant');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    expect((await fetch(`${platform.baseUrl}/v1/me`, { headers })).status).toBe(401);
    const again = await browser.open(
      app.authorizeUrl(['org.permission.customer']),
      platform.oauthUrl,
    );
    expect(again.html).toContain('value="allow"');
  });

  it('needs a sign-in, and refuses a form of another site', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const { browser } = await signedIn(app.email);
    await browser.open(`${platform.oauthUrl}/account/apps/revoke`, platform.oauthUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `client_id=${app.clientId}&csrf=forged`,
    });
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(200);
  });

  it('signs out', async () => {
    const { app } = await authorizedApp(platform);
    const { browser, page } = await signedIn(app.email);
    const left = await browser.submit(page, {}, '/account/sign-out');
    expect(left.html).toContain('name="password"');
  });
});

import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';
import { plainPosts } from './app-clients.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp({ host: '::1' }));
});
afterAll(() => platform.close());

it('the whole flow works over IPv6, with IPv6 literals as internal addresses', async () => {
  const { baseUrl, oauthUrl, registryInternalUrl, oauthInternalUrl } = platform;
  for (const url of [registryInternalUrl, oauthInternalUrl]) expect(url).toContain('//[::1]:');
  const client = await plainPosts(oauthUrl, app);
  const browser = new Browser();
  const signIn = await browser.open(
    (await client.begin(['org.permission.apps', 'offline_access'])).href,
    oauthUrl,
  );
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const first = await client.exchange(arrived.url);
  const { access_token } = await client.refresh(first.refresh_token ?? '');
  const read = await fetch(`${baseUrl}/v1/me`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(read.status).toBe(200);
});

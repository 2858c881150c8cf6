import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../flow/browser.ts';
import { newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';

const SCOPES = ['org.permission.customer.read', 'org.admin.apps', 'offline_access'];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function verify(organizationId: string): Promise<void> {
  const url = `${platform.registryInternalUrl}/internal/organizations/${organizationId}`;
  const { status } = await fetch(url, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ verified: true }),
  });
  expect(status).toBe(200);
}

describe('a consent page that an attacker wants to look trustworthy', () => {
  it('names the organization that owns the app, verified or not, and not the developer alone', async () => {
    const definition = { developer: { name: 'A <Trusted> Company' } };
    const app = await newExternalApp(platform, { definition });
    await app.install();
    const browser = new Browser();
    const address = app.authorizeUrl(SCOPES);
    const signIn = await browser.open(address, platform.oauthUrl);
    const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(page.html).toContain('Registered by <strong>Acme</strong> (not verified)');
    expect(page.html).toContain('The app says it is made by A &lt;Trusted&gt; Company.');
    await verify(app.organizationId);
    const again = await browser.open(address, platform.oauthUrl);
    expect(again.html).toContain('Registered by <strong>Acme</strong> <em>verified</em>');
  });

  it('says in plain sentences what the app may do', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    for (const sentence of ['Read your customers', 'Administer apps', 'Stay connected']) {
      expect(page.html).toContain(sentence);
    }
  });
});

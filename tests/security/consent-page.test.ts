import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer.read', 'org.admin.apps', 'offline_access'];

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Whose app it is, and whether the operator has verified the owner: tests/flow/publisher.test.ts. */
describe('the consent page', () => {
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

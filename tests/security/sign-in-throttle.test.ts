import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newColleague } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

/** Of the network of the tests. */
const WRONG_PER_NETWORK = 3;
const OFFICE = 51;
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    signInLimits: {
      wrongPerAccount: 10,
      wrongPerNetwork: WRONG_PER_NETWORK,
      openPerNetwork: OFFICE - 1,
    },
  });
  app = await newExternalApp(platform);
});
afterAll(() => platform.close());

/** Signs in on the account pages, in a browser of its own. */
async function isSignedIn(email: string, password: string): Promise<boolean> {
  const browser = new HostileBrowser();
  const page = await browser.open(`${platform.oauthUrl}/account/apps`);
  return (await browser.submit(page, { email, password })).text.includes('Signed in as');
}

describe('an office behind one address is not locked out', () => {
  it('by its own sign-ins: a success gives its point back', async () => {
    const colleague = await newColleague(platform, app);
    for (let person = 0; person < OFFICE; person += 1) {
      expect(await isSignedIn(person % 2 ? app.email : colleague, PASSWORD)).toBe(true);
    }
  });

  it('but wrong passwords count, whatever is signed in between, up to the configured limit', async () => {
    for (let count = 0; count < WRONG_PER_NETWORK; count += 1) {
      expect(await isSignedIn(app.email, PASSWORD)).toBe(true);
      expect(await isSignedIn(`nobody${count}@example.com`, 'wrong')).toBe(false);
    }
    expect(await isSignedIn(app.email, PASSWORD)).toBe(false);
  });
});

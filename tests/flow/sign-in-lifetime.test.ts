import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { authorize, authorizeAddress } from '../platform/authorization-request.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const HOUR_MILLISECONDS = 3_600_000;

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => platform.close());

/** For oidc-provider too, which reads no other clock than that of the machine. */
function setClockForward(hours: number): void {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * HOUR_MILLISECONDS);
  platform.now.value = () => new Date(Date.now());
}

const scope = 'org.permission.customer';
const ask = (browser: HostileBrowser) => browser.open(authorizeAddress(platform, app, { scope }));

// "Without a refresh token, the user is logged out after 24 hours and must sign in again."
describe('whoever has signed in', () => {
  it('need not do so again within 24 hours', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, { scope }, browser);
    setClockForward(23);
    expect((await ask(browser)).location).toContain('code=');
  });

  it('must do so after 24 hours, whatever was asked meanwhile', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, { scope }, browser);
    setClockForward(20);
    await ask(browser);
    jest.restoreAllMocks();
    setClockForward(25);
    const answer = await ask(browser);
    expect([answer.location, answer.text]).toEqual([
      undefined,
      expect.stringContaining('name="password"'),
    ]);
    const account = await browser.open(`${platform.oauthUrl}/account/apps`);
    expect(account.text).toContain('name="password"');
    expect((await authorize(platform, app, { scope }, browser)).get('code')).not.toBeNull();
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../flow/external-app.ts';
import { type Platform, startPlatform } from '../flow/platform.ts';
import { authorize, authorizeAddress, newColleague } from './authorization-request.ts';
import { HostileBrowser } from './hostile-browser.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  await app.install();
});
afterAll(() => platform.close());

const sessionOf = ({ cookies }: HostileBrowser) => ({
  session: cookies.get('session'),
  signature: cookies.get('session.sig'),
});

function plant(browser: HostileBrowser, { session, signature }: ReturnType<typeof sessionOf>) {
  if (session !== undefined) browser.cookies.set('session', session);
  if (signature !== undefined) browser.cookies.set('session.sig', signature);
}

/** Whether a session cookie stands for somebody who has signed in. */
async function isSignedIn(cookie: ReturnType<typeof sessionOf>): Promise<boolean> {
  const browser = new HostileBrowser();
  plant(browser, cookie);
  const answer = await browser.open(authorizeAddress(platform, app));
  return !answer.text.includes('name="password"');
}

describe('session fixation', () => {
  it('the session cookie changes at sign-in, and the one before stays signed out', async () => {
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, app));
    const before = sessionOf(browser);
    await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const after = sessionOf(browser);
    expect(after.session).toBeTruthy();
    expect(after.session).not.toBe(before.session);
    expect(await isSignedIn(after)).toBe(true);
    expect(await isSignedIn(before)).toBe(false);
  });

  it('a made-up session cookie is not taken over', async () => {
    const browser = new HostileBrowser();
    const madeUp = { session: 'A'.repeat(43), signature: 'B'.repeat(27) };
    plant(browser, madeUp);
    await authorize(platform, app, {}, browser);
    expect(sessionOf(browser).session).not.toBe(madeUp.session);
    expect(await isSignedIn(madeUp)).toBe(false);
  });

  it("signing in over the attacker's session gives the attacker nothing", async () => {
    const email = await newColleague(platform, app);
    const attacker = new HostileBrowser();
    await authorize(platform, { ...app, email }, {}, attacker);
    const planted = sessionOf(attacker);

    const victim = new HostileBrowser();
    plant(victim, planted);
    const signIn = await victim.open(authorizeAddress(platform, app, { prompt: 'login' }));
    expect(signIn.text).toContain('name="password"');
    const next = await victim.submit(signIn, { email: app.email, password: PASSWORD });
    expect(next.location ?? next.text).toMatch(/code=|value="allow"/);
    expect(sessionOf(victim).session).not.toBe(planted.session);

    const probe = new HostileBrowser();
    plant(probe, planted);
    const address = authorizeAddress(platform, app, { prompt: 'consent' });
    expect((await probe.open(address)).text).not.toContain(app.email);
  });

  it('signing in again changes the cookie again, and ends the one before', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const first = sessionOf(browser);
    await authorize(platform, app, { prompt: 'login' }, browser);
    expect(sessionOf(browser).session).not.toBe(first.session);
    expect(await isSignedIn(first)).toBe(false);
  });

  it('a session cookie is long and random, and its signature counts', async () => {
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const { session } = sessionOf(browser);
    expect(session).toMatch(/^[\w-]{21,}$/);
    expect(await isSignedIn({ session, signature: undefined })).toBe(false);
    expect(await isSignedIn({ session, signature: 'C'.repeat(27) })).toBe(false);
  });
});

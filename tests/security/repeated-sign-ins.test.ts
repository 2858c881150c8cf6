import { MemoryStore } from '@app-platform/oauth/testing';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer'];
const noted: string[] = [];
/** Lets time pass for the store. */
let passedSeconds = 0;
let platform: Platform;
let app: ExternalApp;
let victim: Browser;
let signInPage: Visit;
let credentials: { email: string; password: string };

/** Keeps a note of every key and value that is stored. */
class NotedStore extends MemoryStore {
  override async set(key: string, value: string, ttlSeconds: number): Promise<void> {
    noted.push(key, value);
    await super.set(key, value, ttlSeconds);
  }
}

beforeAll(async () => {
  const clock = () => new Date(Date.now() + passedSeconds * 1000);
  platform = await startPlatform({ ephemeral: new NotedStore(clock) });
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
  credentials = { email: app.email, password: PASSWORD };
  victim = new Browser();
  signInPage = await victim.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
});

/** The victim has signed in, and allowed the app. */
async function finish(): Promise<{ consent: Visit; arrived: Visit }> {
  const consent = await victim.submit(signInPage, credentials);
  const arrived = await victim.submit(consent, { decision: 'allow' });
  expect(arrived.url.searchParams.get('code')).toBeTruthy();
  return { consent, arrived };
}

function expectEnded({ status, html, url }: Visit): void {
  expect([status, html]).toEqual([400, expect.stringContaining('This sign-in has ended')]);
  expect(url.origin).toBe(platform.oauthUrl);
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  const page = await browser.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
  return page.html.includes('Signed in as');
}

describe('the result of a finished sign-in', () => {
  it('is not given to another browser that sends the same form', async () => {
    const { consent } = await finish();
    const thief = new Browser();
    expectEnded(await thief.submit(signInPage, credentials));
    expectEnded(await thief.submit(consent, { decision: 'allow' }));
    expect(await isSignedIn(thief)).toBe(false);
  });

  it('is not given to a browser with a sign-in of its own', async () => {
    const { consent } = await finish();
    // It sends its own cookies to every path.
    const thief = new HostileBrowser();
    const own = await thief.open(app.authorizeUrl(SCOPES));
    const { html: text, url } = consent;
    const answer = await thief.submit({ ...own, text, url }, { decision: 'allow' });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('name="password"');
  });

  it('is not given for another form: other password, other address, other decision', async () => {
    const { consent } = await finish();
    expectEnded(await victim.submit(signInPage, { ...credentials, password: 'a guess' }));
    expectEnded(await victim.submit(signInPage, { ...credentials, email: 'other@example.com' }));
    expectEnded(await victim.submit(consent, { decision: 'deny' }));
    expectEnded(await victim.submit(consent, {}));
  });

  it('is not given without the csrf value, which a form of another site does not know', async () => {
    const { consent } = await finish();
    const html = consent.html.replaceAll(/name="csrf" value="[^"]+"/g, 'name="csrf" value="x"');
    expectEnded(await victim.submit({ ...consent, html }, { decision: 'allow' }));
  });

  it('is not given after a minute', async () => {
    const { consent } = await finish();
    passedSeconds += 61;
    expectEnded(await victim.submit(consent, { decision: 'allow' }));
    expectEnded(await victim.submit(signInPage, credentials));
  });

  it('does not sign in again after a sign-out', async () => {
    await finish();
    const account = await victim.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
    await victim.submit(account, {}, '/account/sign-out');
    await victim.submit(signInPage, credentials);
    expect(await isSignedIn(victim)).toBe(false);
  });

  it('does not bring back the session of an earlier person', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const consent = await victim.submit(signInPage, credentials);
    const page = await victim.open(other.authorizeUrl(SCOPES), platform.oauthUrl);
    expect(page.status).toBe(400);
    const again = await victim.open(
      `${other.authorizeUrl(SCOPES)}&prompt=login`,
      platform.oauthUrl,
    );
    await victim.submit(again, { email: other.email, password: PASSWORD });
    expectEnded(await victim.submit(signInPage, credentials));
    expectEnded(await victim.submit(consent, { decision: 'allow' }));
    const account = await victim.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
    expect(account.html).toContain(`Signed in as ${other.email}`);
  });
});

it('no code, session, address, password or cookie is readable in what is kept', async () => {
  noted.length = 0;
  const cookies: string[] = [];
  victim = new Browser({
    send: async (url, init) => {
      const response = await fetch(url, init);
      cookies.push(...response.headers.getSetCookie());
      return response;
    },
  });
  signInPage = await victim.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  const { arrived } = await finish();
  const values = cookies
    .filter((line) => /^(session|device|\w+\.sig)=./.test(line))
    .map((line) => /=([^;]+)/.exec(line)?.[1] ?? '');
  const secrets = [arrived.url.searchParams.get('code') ?? '', PASSWORD, ...values];
  const kept = noted.filter((_value, index) => noted[index - 1]?.startsWith('KeptResult:'));
  expect(kept).toHaveLength(4);
  expect(secrets.length).toBeGreaterThan(6);
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(7);
    expect(noted.join('\n')).not.toContain(secret);
  }
  expect(kept.join('\n')).not.toContain(app.email);
});

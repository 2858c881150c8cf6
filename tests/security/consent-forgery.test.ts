import { hiddenFieldsOf } from '@app-platform/testing/http/browser';
import {
  type Answer,
  actionOf,
  csrfOf,
  FORM,
  HostileBrowser,
} from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { arrivedAt, authorizeAddress } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
let app: ExternalApp;
let victim: HostileBrowser;
let signInPage: Answer;
let consentPage: Answer;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** The victim has signed in and looks at the consent page. */
beforeEach(async () => {
  app = await newExternalApp(platform);
  await app.install();
  victim = new HostileBrowser();
  signInPage = await victim.open(authorizeAddress(platform, app));
  consentPage = await victim.submit(signInPage, { email: app.email, password: PASSWORD });
  expect(consentPage.text).toContain('name="decision"');
});

/** Another user's browser, at the same page of its own. */
async function attackerAtConsent() {
  const other = await newExternalApp(platform);
  await other.install();
  const browser = new HostileBrowser();
  const signIn = await browser.open(authorizeAddress(platform, other));
  const page = await browser.submit(signIn, { email: other.email, password: PASSWORD });
  return { browser, page };
}

function post(browser: HostileBrowser, fields: Record<string, string>, headers = FORM) {
  const { scopes = '' } = hiddenFieldsOf(consentPage.text);
  const body = new URLSearchParams({ scopes, ...fields }).toString();
  return browser.send(actionOf(consentPage), { method: 'POST', headers, body });
}

/** Nothing was granted: no redirect, and a new request asks again. */
async function expectNothingAllowed(answer: Answer) {
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.location).toBeUndefined();
  const again = await victim.open(authorizeAddress(platform, app));
  expect(again.text).toContain('name="decision"');
}

describe('consent by cross-site form post', () => {
  it('is refused without a csrf value', async () => {
    await expectNothingAllowed(await post(victim, { decision: 'allow' }));
  });

  it.each(['', 'x', 'A'.repeat(43), '0', 'undefined'])(
    'is refused with the csrf value %j',
    async (csrf) => {
      await expectNothingAllowed(await post(victim, { csrf, decision: 'allow' }));
    },
  );

  it("is refused with the attacker's own csrf value", async () => {
    const { page } = await attackerAtConsent();
    await expectNothingAllowed(await post(victim, { csrf: csrfOf(page), decision: 'allow' }));
  });

  it('is refused with the csrf value of the page before', async () => {
    const csrf = csrfOf(signInPage);
    await expectNothingAllowed(await post(victim, { csrf, decision: 'allow' }));
  });

  it('is refused with the csrf value twice', async () => {
    const { csrf = '', scopes = '' } = hiddenFieldsOf(consentPage.text);
    const body = `${new URLSearchParams({ csrf, scopes })}&csrf=${csrf}&decision=allow`;
    const sent = { method: 'POST', headers: FORM, body };
    await expectNothingAllowed(await victim.send(actionOf(consentPage), sent));
  });

  it('is refused without the cookies, which a cross-site post does not carry', async () => {
    const fields = { csrf: csrfOf(consentPage), decision: 'allow' };
    await expectNothingAllowed(await post(new HostileBrowser(), fields));
  });

  it.each(['text/plain', 'application/json', 'multipart/form-data; boundary=x'])(
    'is refused as %s',
    async (type) => {
      const fields = { csrf: csrfOf(consentPage), decision: 'allow' };
      await expectNothingAllowed(await post(victim, fields, { 'content-type': type }));
    },
  );

  it('is refused in the query, and as a GET', async () => {
    const address = actionOf(consentPage);
    const fields = { ...hiddenFieldsOf(consentPage.text), decision: 'allow' };
    for (const [name, value] of Object.entries(fields)) address.searchParams.set(name, value);
    await expectNothingAllowed(await victim.send(address));
    await expectNothingAllowed(await victim.send(address, { method: 'POST', headers: FORM }));
  });

  it('is refused with both decisions at once, and with another', async () => {
    const { csrf = '', scopes = '' } = hiddenFieldsOf(consentPage.text);
    const both = {
      method: 'POST',
      headers: FORM,
      body: `${new URLSearchParams({ csrf, scopes })}&decision=deny&decision=allow`,
    };
    await expectNothingAllowed(await victim.send(actionOf(consentPage), both));
    await expectNothingAllowed(await post(victim, { csrf, decision: 'ALLOW' }));
  });
});

describe("consent in another browser's interaction", () => {
  it('shows nothing to a browser that did not begin it', async () => {
    const answer = await new HostileBrowser().open(consentPage.url);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.location).toBeUndefined();
    expect(answer.text).not.toContain(csrfOf(consentPage));
    expect(answer.text).not.toContain(app.email);
  });

  it("a genuine form in the attacker's browser allows nothing for the victim", async () => {
    const { browser } = await attackerAtConsent();
    const fields = { csrf: csrfOf(consentPage), decision: 'allow' };
    await expectNothingAllowed(await post(browser, fields));
  });

  it('cannot be finished elsewhere: the code comes only to the browser that allowed', async () => {
    const allowed = await post(victim, { csrf: csrfOf(consentPage), decision: 'allow' });
    const resume = new URL(allowed.location ?? '', allowed.url);
    const stranger = await new HostileBrowser().send(resume);
    expect([stranger.status, stranger.location]).toEqual([400, undefined]);
    // Sent with cookies of its own, an attacker goes on where the attacker was.
    const attacker = await (await attackerAtConsent()).browser.send(resume);
    expect(attacker.location ?? '').not.toContain('code=');
    const arrived = arrivedAt(app.redirectUri, await victim.send(resume));
    expect(arrived.get('code')).toBeTruthy();
  });
});

describe('consent that is skipped', () => {
  it('by going where the browser goes after it', async () => {
    const uid = actionOf(consentPage).pathname.split('/')[2];
    const answer = await victim.open(`${platform.oauthUrl}/oauth/authorize/${uid}`);
    expect(answer.location ?? '').not.toContain('code=');
    const again = await victim.open(authorizeAddress(platform, app));
    expect(again.text).toContain('name="decision"');
  });

  it('by posting to the sign-in of the same interaction', async () => {
    const uid = actionOf(consentPage).pathname.split('/')[2];
    const csrf = csrfOf(consentPage);
    const answer = await victim.send(`${platform.oauthUrl}/interaction/${uid}/sign-in`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({ csrf, email: app.email, password: PASSWORD }).toString(),
    });
    await expectNothingAllowed(answer);
  });
});

describe('sign-in by cross-site form post', () => {
  it('is refused, so that nobody acts in an account that is not theirs', async () => {
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, app));
    for (const csrf of ['', csrfOf(signInPage)]) {
      const answer = await browser.submit(page, { csrf, email: app.email, password: PASSWORD });
      expect([answer.status, answer.location]).toEqual([400, undefined]);
    }
  });
});

describe('the cookies', () => {
  it('are kept from scripts and from cross-site posts', async () => {
    const browser = new HostileBrowser();
    const begun = await browser.send(authorizeAddress(platform, app));
    const page = await browser.open(new URL(begun.location ?? '', begun.url));
    const posted = await browser.send(actionOf(page), {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({
        csrf: csrfOf(page),
        email: app.email,
        password: PASSWORD,
      }).toString(),
    });
    const resumed = await browser.send(new URL(posted.location ?? '', posted.url));
    const lines = [begun, posted, resumed].flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(lines.some((line) => line.startsWith('session='))).toBe(true);
    for (const line of lines) {
      expect(line).toMatch(/; samesite=(lax|strict)(;|$)/i);
      expect(line).toMatch(/; httponly(;|$)/i);
    }
  });
});

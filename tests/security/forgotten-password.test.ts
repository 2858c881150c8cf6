import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { MailServer } from '../platform/mail-server.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const NEW_PASSWORD = 'a new and longer password';
const FORGOTTEN = '/account/forgotten-password';
const ANSWER = 'If there is an account with this address';

let mailServer: MailServer;
let platform: Platform;
beforeAll(async () => {
  mailServer = await MailServer.start();
  platform = await startPlatform({ mailer: mailServer.mailer() });
});
afterAll(async () => {
  await platform.close();
  await mailServer.close();
});
beforeEach(() => mailServer.forgetMails());

async function person() {
  const app = await newExternalApp(platform);
  const call = administrator(platform, app.apiKey);
  return { email: app.email, call, userId: await userOf(platform, app) };
}

/** Begins at the sign-in page, as somebody who has forgotten the password does. */
async function askFor(email: string, browser = new Browser()) {
  const signIn = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
  expect(signIn.html).toContain(`href="${FORGOTTEN}"`);
  const page = await browser.open(`${platform.oauthUrl}${FORGOTTEN}`, platform.oauthUrl);
  return browser.submit(page, { email });
}

async function signInAs(email: string, password: string) {
  const browser = new Browser();
  const page = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
  return browser.submit(page, { email, password });
}

const linkIn = (mail: string) => /https?:\S+token=\S+/.exec(mail)?.[0] ?? 'none';

async function setBy(url: string, password: string) {
  const browser = new Browser();
  const page = await browser.open(url, platform.oauthUrl);
  if (page.status !== 200) return page;
  return browser.submit(page, { token: new URL(url).searchParams.get('token') ?? '', password });
}

describe('a link for a forgotten password', () => {
  it('is mailed, works once within an hour, and is in no log line', async () => {
    const { email } = await person();
    expect((await askFor(email)).html).toContain(ANSWER);
    const url = linkIn(await mailServer.mailTo(email));
    platform.now.value = () => new Date(Date.now() + 3_601_000);
    expect((await setBy(url, NEW_PASSWORD)).status).toBe(400);
    platform.now.value = () => new Date();
    expect((await setBy(url, NEW_PASSWORD)).html).toContain('Your password is set');
    expect((await setBy(url, NEW_PASSWORD)).status).toBe(400);
    expect((await signInAs(email, NEW_PASSWORD)).html).toContain('Apps with access');
    const token = new URL(url).searchParams.get('token') ?? 'none';
    expect(platform.logLines.join('')).not.toContain(token);
  });

  it('attack: the answer is the same for an address that nobody has, and for a disabled user', async () => {
    const { email, call, userId } = await person();
    const other = await person();
    await call('POST', `/v1/users/${userId}/disable`);
    const answers = [];
    for (const one of ['nobody@example.com', email, other.email]) answers.push(await askFor(one));
    await mailServer.mailTo(other.email);
    expect(new Set(answers.map(({ html }) => html)).size).toBe(1);
    expect(['nobody@example.com', email].filter((one) => mailServer.hasMailTo(one))).toEqual([]);
  });

  it('replaces no invitation, which has a longer life', async () => {
    const { call } = await person();
    const email = 'invited-and-forgetful@example.com';
    await call('POST', '/v1/users', { email, roles: ['org.permission'] });
    const url = linkIn(await mailServer.mailTo(email));
    mailServer.forgetMails();
    expect((await askFor(email)).html).toContain(ANSWER);
    const other = await person();
    await askFor(other.email);
    await mailServer.mailTo(other.email);
    expect(mailServer.hasMailTo(email)).toBe(false);
    expect((await setBy(url, NEW_PASSWORD)).html).toContain('Your password is set');
  });

  it('attack: an address gets three mails an hour, and a form of another site sends none', async () => {
    const { email } = await person();
    for (let asked = 0; asked < 3; asked += 1) {
      await askFor(email);
      await mailServer.mailTo(email);
      mailServer.forgetMails();
    }
    expect((await askFor(email)).html).toContain(ANSWER);
    const other = await person();
    const browser = new Browser();
    const page = await browser.open(`${platform.oauthUrl}${FORGOTTEN}`, platform.oauthUrl);
    await browser.submit(page, { email: other.email, csrf: 'forged' });
    const last = await person();
    await askFor(last.email);
    await mailServer.mailTo(last.email);
    expect([email, other.email].filter((one) => mailServer.hasMailTo(one))).toEqual([]);
  });
});

describe('a disabled user', () => {
  it('learns it after the right password alone', async () => {
    const { email, call, userId } = await person();
    await call('POST', `/v1/users/${userId}/disable`);
    const wrong = await signInAs(email, 'wrong');
    expect(wrong.html).toContain('is wrong, or there were too many attempts');
    const right = await signInAs(email, PASSWORD);
    expect([right.status, right.html.includes('This account is disabled')]).toEqual([400, true]);
  });
});

describe('an invited user', () => {
  it('is not told of a sign-out after the first password', async () => {
    const { call } = await person();
    const email = `invited-${crypto.randomUUID()}@example.com`;
    const { body } = await call('POST', '/v1/users', { email, roles: [] });
    const { html } = await setBy(body.meta.passwordLink.url, NEW_PASSWORD);
    expect(html).toContain('Your password is set');
    expect(html).not.toContain('signed out everywhere');
  });
});

describe('a path that nothing is at', () => {
  it('is a page for browsers and JSON for programs', async () => {
    const address = `${platform.oauthUrl}/nope`;
    const page = await fetch(address, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringMatching(/There is no page at this address.*Go to /s),
    ]);
    const answer = await fetch(address);
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: 'not_found', error_description: 'there is nothing at GET /nope' },
    ]);
  });
});

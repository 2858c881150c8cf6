import { administrator } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { MailServer } from '../platform/mail-server.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const NEW_PASSWORD = 'a new and longer password';
/** The account page has others too. */
const PASSWORD_FORM = '/account/password';
const HOUR_MILLISECONDS = 3_600_000;

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

async function organization() {
  const app = await newExternalApp(platform);
  await app.install();
  const call = administrator(platform, app.apiKey);
  return { app, call, userId: await userOf(platform, app) };
}

async function canSignIn(email: string, password: string): Promise<boolean> {
  const browser = new Browser();
  const page = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
  const answer = await browser.submit(page, { email, password });
  return answer.html.includes('Apps with access');
}

/** Opens a link and sets a password on its page. */
async function setBy(url: string, password: string) {
  const browser = new Browser();
  const page = await browser.open(url, platform.oauthUrl);
  if (page.status !== 200) return page;
  const token = new URL(url).searchParams.get('token') ?? '';
  return browser.submit(page, { token, password });
}

const anHourBefore = (expiresAt: string) => () =>
  new Date(Date.parse(expiresAt) - HOUR_MILLISECONDS);
const after = (expiresAt: string) => () => new Date(Date.parse(expiresAt) + 1_000);

describe('an invitation', () => {
  it('is mailed, works once within 72 hours, and lets the person set a password', async () => {
    const { call } = await organization();
    const email = `invited-${crypto.randomUUID()}@example.com`;
    const created = await call('POST', '/v1/users', { email, roles: ['org.permission'] });
    const { data, meta } = created.body;
    const { url, expiresAt, mailed } = meta.passwordLink;
    expect(data.attributes.status).toBe('invited');
    expect(mailed).toBe(true);
    const hours = (Date.parse(expiresAt) - Date.now()) / HOUR_MILLISECONDS;
    expect(hours).toBeGreaterThan(71.9);
    expect(hours).toBeLessThanOrEqual(72);
    const mail = await mailServer.mailTo(email);
    expect(mail).toContain('You are invited');
    expect(mail).toContain(url);
    platform.now.value = anHourBefore(expiresAt);
    expect((await setBy(url, 'short')).html).toContain('at least 8 characters');
    expect((await setBy(url, NEW_PASSWORD)).html).toContain('Your password is set');
    platform.now.value = () => new Date();
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
    const again = await setBy(url, 'yet another password');
    expect([again.status, again.html.includes('has ended')]).toEqual([400, true]);
    expect((await call('GET', `/v1/users/${data.id}`)).body.data.attributes.status).toBe('active');
  });

  it('is worth nothing after 72 hours, and after another one', async () => {
    const { call } = await organization();
    const email = `invited-${crypto.randomUUID()}@example.com`;
    const { body } = await call('POST', '/v1/users', { email, roles: [] });
    const first = body.meta.passwordLink;
    const { data: second } = (await call('POST', `/v1/users/${body.data.id}/reset-link`)).body;
    expect((await setBy(first.url, NEW_PASSWORD)).status).toBe(400);
    platform.now.value = after(second.expiresAt);
    expect((await setBy(second.url, NEW_PASSWORD)).status).toBe(400);
    platform.now.value = () => new Date();
  });

  it('attack: one link used twice at the same instant sets one password', async () => {
    const { call } = await organization();
    const email = `invited-${crypto.randomUUID()}@example.com`;
    const { url } = (await call('POST', '/v1/users', { email, roles: [] })).body.meta.passwordLink;
    const answers = await Promise.all(
      ['first password', 'second password'].map((one) => setBy(url, one)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('a reset link', () => {
  it('ends all access of the user when it is used, and the link of a disabled user is none', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const call = administrator(platform, app.apiKey);
    const userId = await userOf(platform, app);
    const { data } = (await call('POST', `/v1/users/${userId}/reset-link`)).body;
    expect(await mailServer.mailTo(app.email)).toContain('Set a new password');
    await call('POST', `/v1/users/${userId}/disable`);
    expect((await setBy(data.url, NEW_PASSWORD)).status).toBe(400);
    await call('POST', `/v1/users/${userId}/enable`);
    const { data: other } = (await call('POST', `/v1/users/${userId}/reset-link`)).body;
    expect((await setBy(other.url, NEW_PASSWORD)).status).toBe(200);
    expect(await canSignIn(app.email, PASSWORD)).toBe(false);
    expect(await canSignIn(app.email, NEW_PASSWORD)).toBe(true);
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
    expect((await app.token(refresh)).status).toBe(400);
  });

  it('is in no log line', async () => {
    const { call, userId } = await organization();
    const { data } = (await call('POST', `/v1/users/${userId}/reset-link`)).body;
    await setBy(data.url, NEW_PASSWORD);
    const token = new URL(data.url).searchParams.get('token') ?? 'none';
    expect(platform.logLines.join('')).not.toContain(token);
  });
});

describe('a password changed on /account', () => {
  it('needs the current one, and signs the user out everywhere', async () => {
    const { app } = await organization();
    const browser = new Browser();
    const account = `${platform.oauthUrl}/account`;
    const signIn = await browser.open(account, platform.oauthUrl);
    const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(page.url.pathname).toBe('/account');
    const other = new Browser();
    const elsewhere = await other.open(account, platform.oauthUrl);
    await other.submit(elsewhere, { email: app.email, password: PASSWORD });
    const wrong = { current_password: 'wrong', password: NEW_PASSWORD };
    const refused = await browser.submit(page, wrong, PASSWORD_FORM);
    expect([refused.status, refused.html.includes('current password is wrong')]).toEqual([
      400,
      true,
    ]);
    const right = { current_password: PASSWORD, password: NEW_PASSWORD };
    expect((await browser.submit(refused, right, PASSWORD_FORM)).html).toContain(
      'Your password is set',
    );
    expect((await other.open(account, platform.oauthUrl)).html).toContain('Sign in');
    expect(await canSignIn(app.email, NEW_PASSWORD)).toBe(true);
  });

  it('attack: a form of another site changes nothing', async () => {
    const { app } = await organization();
    const browser = new Browser();
    const signIn = await browser.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
    const page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const forged = { csrf: 'forged', current_password: PASSWORD, password: NEW_PASSWORD };
    await browser.submit(page, forged, PASSWORD_FORM);
    expect(await canSignIn(app.email, PASSWORD)).toBe(true);
  });

  it('attack: the stolen session of a browser cannot guess it without end', async () => {
    const { app } = await organization();
    const browser = new Browser();
    const signIn = await browser.open(`${platform.oauthUrl}/account`, platform.oauthUrl);
    let page = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    for (let guess = 0; guess < 25; guess += 1) {
      const wrong = { current_password: `${guess}`, password: NEW_PASSWORD };
      page = await browser.submit(page, wrong, PASSWORD_FORM);
    }
    const right = { current_password: PASSWORD, password: NEW_PASSWORD };
    expect((await browser.submit(page, right, PASSWORD_FORM)).status).toBe(400);
  });
});

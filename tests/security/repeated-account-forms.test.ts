import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD, userOf } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const NEW_PASSWORD = 'a new and longer password';
const CHANGED = 'Your password is set';
let platform: Platform;
let app: ExternalApp;
let victim: Browser;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

beforeEach(async () => {
  app = await newExternalApp(platform);
  victim = new Browser();
});

const open = (browser: Browser, path: string) =>
  browser.open(new URL(path, platform.oauthUrl).href, platform.oauthUrl);

describe('a link by which a password was set', () => {
  const fields = { password: NEW_PASSWORD };
  let address: string;
  let page: Visit;

  beforeEach(async () => {
    const call = administrator(platform, app.apiKey);
    const { body } = await call('POST', `/v1/users/${await userOf(platform, app)}/reset-link`);
    address = body.data.url;
    page = await open(victim, address);
    expect((await victim.submit(page, fields)).html).toContain(CHANGED);
  });

  const expectEnded = ({ status, html }: Visit) =>
    expect([status, html]).toEqual([400, expect.stringContaining('This link has ended')]);

  it('does not tell another browser with the link whether a password is the new one', async () => {
    const thief = new Browser();
    expectEnded(await thief.submit(page, fields));
    expectEnded(await open(thief, address));
    expectEnded(await thief.submit(page, fields));
  });

  it('sets no other password, and none after a minute', async () => {
    expectEnded(await victim.submit(page, { password: 'another long password' }));
    await platform.passEphemeral(61);
    expectEnded(await victim.submit(page, fields));
  });
});

describe('a password that was changed', () => {
  const fields = { current_password: PASSWORD, password: NEW_PASSWORD };
  const path = '/account/password';
  let page: Visit;

  beforeEach(async () => {
    const signIn = await open(victim, '/account');
    page = await victim.submit(signIn, { email: app.email, password: PASSWORD });
    expect((await victim.submit(page, fields, path)).html).toContain(CHANGED);
  });

  it.each([
    ['another browser', () => new Browser().submit(page, fields, path)],
    ['another password', () => victim.submit(page, { ...fields, password: 'a guess' }, path)],
    ['a form of another site', () => victim.submit(page, { ...fields, csrf: 'x' }, path)],
  ])('is not told again to %s', async (_name, send) => {
    expect((await send()).html).not.toContain(CHANGED);
  });

  it('is not told again in a later session, where the form is a new one', async () => {
    const signIn = await open(victim, '/account');
    const credentials = { email: app.email, password: NEW_PASSWORD };
    const account = await victim.submit(signIn, credentials);
    const refused = await victim.submit(account, fields, path);
    expect([refused.status, refused.html]).toEqual([
      400,
      expect.stringContaining('The current password is wrong'),
    ]);
  });
});

describe('an account that was chosen', () => {
  it('is signed in by no other browser, no other choice, and not after a sign-out', async () => {
    const registry = `${platform.registryInternalUrl}/internal/organizations`;
    const { id } = await postJson(registry, platform.operatorToken, { name: 'Initech' });
    const credentials = { email: app.email, password: PASSWORD };
    const account = { organizationId: id, ...credentials, roles: [] };
    const accounts = `${platform.oauthInternalUrl}/internal/accounts`;
    await postJson(accounts, platform.operatorToken, account);
    const page = await victim.submit(await open(victim, '/account'), credentials);
    const choice = /name="choice" value="([^"]+)"/.exec(page.html)?.[1] ?? '';
    const [one = '', other = ''] = [...page.html.matchAll(/name="account" value="([^"]+)"/g)].map(
      ([, value]) => value,
    );
    const signedIn = await victim.submit(page, { choice, account: one });
    expect(signedIn.html).toContain('Signed in as');
    const thief = new Browser();
    await open(thief, '/account');
    for (const sent of [
      await thief.submit(page, { choice, account: one }),
      await victim.submit(page, { choice, account: other }),
    ]) {
      expect([sent.status, sent.html]).toEqual([400, expect.stringContaining('took too long')]);
    }
    await victim.submit(signedIn, {}, '/account/sign-out');
    await victim.submit(page, { choice, account: one });
    expect((await open(victim, '/account')).html).not.toContain('Signed in as');
  });
});

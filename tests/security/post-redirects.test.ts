import { administrator } from '@app-platform/testing/http/api-caller';
import { hiddenFieldsOf } from '@app-platform/testing/http/browser';
import {
  type Answer,
  actionOf,
  csrfOf,
  FORM,
  HostileBrowser,
} from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizeAddress } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';
import { leave, startScene } from './upstream-callback.ts';

let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
});
afterAll(() => platform.close());

/** Sends a form, and follows no redirect. */
function post(browser: HostileBrowser, address: string | URL, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  return browser.send(address, { method: 'POST', headers: FORM, body });
}

/** 303 makes a browser forget the form; 307 and 308 would repeat it at the other address. */
const expectSeeOther = ({ status, location }: Answer, path: string | RegExp) =>
  expect([status, location]).toEqual([303, expect.stringMatching(path)]);

describe('no redirect repeats a form (RFC 9700 section 4.12)', () => {
  it('of the account pages', async () => {
    const browser = new HostileBrowser();
    const at = (path: string) => `${platform.oauthUrl}${path}`;
    const page = await browser.open(at('/account/apps'));
    const signIn = { csrf: csrfOf(page), email: app.email, password: PASSWORD };
    const passwords = { current_password: PASSWORD, password: 'another password' };
    expectSeeOther(await post(browser, at('/account/password'), passwords), '/account$');
    expectSeeOther(await post(browser, actionOf(page), signIn), '/account/apps$');
    const csrf = csrfOf(await browser.open(at('/account/apps')));
    const revoke = { csrf, client_id: app.clientId };
    expectSeeOther(await post(browser, at('/account/apps/revoke'), revoke), '/account/apps$');
    expectSeeOther(await post(browser, at('/account/sign-out'), { csrf }), '/account/apps$');
  });

  it('of a sign-in and a consent for an app', async () => {
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, app));
    const fields = { csrf: csrfOf(page), email: app.email, password: PASSWORD };
    const resumed = await post(browser, actionOf(page), fields);
    expectSeeOther(resumed, '/oauth/authorize/');
    const consent = await browser.open(new URL(resumed.location ?? '', page.url));
    const denied = { csrf: csrfOf(consent), decision: 'deny' };
    expectSeeOther(await post(browser, actionOf(consent), denied), '/oauth/authorize/');
  });

  it('of a user who asks an administrator', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const call = administrator(platform, other.apiKey);
    await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, other));
    const consent = await browser.submit(page, { email: other.email, password: PASSWORD });
    const asked = { ...hiddenFieldsOf(consent.text), decision: 'ask' };
    expectSeeOther(await post(browser, actionOf(consent), asked), '/interaction/');
  });

  it('to the upstream provider', async () => {
    const scene = await startScene('user');
    const { upstream, platform: elsewhere } = scene;
    const pages = [`${elsewhere.oauthUrl}/account/apps`, authorizeAddress(elsewhere, scene.app)];
    for (const address of pages) {
      const browser = new HostileBrowser();
      const page = await browser.open(address);
      expectSeeOther(await leave(browser, page), upstream.options.issuer);
      expectSeeOther(await post(browser, actionOf(page), { csrf: 'x' }), /interaction|account/);
    }
    await scene.close();
  });
});

import { freePort } from '@app-platform/testing/processes/free-ports';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { startTutorialApp } from '@app-platform/testing/tutorial-app';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type PlatformProcesses, startPlatformProcesses } from '../platform/platform-processes.ts';
import { expectToFit, launchChromium, picture } from './chromium.ts';

const SCOPES = ['org.permission.customer', 'org.admin.apps', 'org.admin.audit', 'offline_access'];
const GRANTED = SCOPES.filter((scope) => scope !== 'org.admin.audit');
let platform: PlatformProcesses;
let browser: Browser;
let app: ExternalApp;
let callback: Awaited<ReturnType<typeof startTutorialApp>>;

beforeAll(async () => {
  platform = await startPlatformProcesses();
  const port = await freePort();
  callback = await startTutorialApp(port);
  app = await newExternalApp(platform, { redirectUri: `http://127.0.0.1:${port}/callback` });
  await app.install();
  browser = await launchChromium();
});
afterAll(async () => {
  await browser?.close();
  callback?.close();
  await platform?.close();
  RunningProcess.endAll();
});

async function signIn(page: Page, password = PASSWORD): Promise<void> {
  await page.fill('input[name=email]', app.email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
}

/** What an app does without a browser: it exchanges, calls, and refreshes, until it is uninstalled. */
async function useCode(code: string): Promise<void> {
  const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  const first = await app.token(grant);
  expect([first.status, first.body.scope]).toEqual([200, GRANTED.join(' ')]);
  const refresh = (token: unknown) =>
    app.token({ grant_type: 'refresh_token', refresh_token: String(token) });
  const second = await refresh(first.body.refresh_token);
  expect(second.status).toBe(200);
  const called = await fetch(`${platform.baseUrl}/v1/apps/available/${app.name}`, {
    headers: { authorization: `Bearer ${second.body.access_token}` },
  });
  expect(called.status).toBe(200);
  await app.uninstall();
  const { status, body } = await refresh(second.body.refresh_token);
  expect([status, body.error]).toEqual([400, 'invalid_client']);
}

describe('in a real browser', () => {
  it('signs in, allows, and arrives at the app with a code, which serves until the app is uninstalled', async () => {
    const page = await browser.newPage({ viewport: { width: 900, height: 760 } });
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    await page.goto(app.authorizeUrl(SCOPES));
    await picture(page, '1-sign-in');
    expect(await page.textContent('main')).toMatch(/Sign in\s+to continue to Order <Tracker>/);
    await signIn(page, 'wrong');
    await picture(page, '2-wrong-password');
    expect(await page.textContent('[role=alert]')).toContain('is wrong');
    await signIn(page);
    await picture(page, '3-consent');
    expect(await page.textContent('h1')).toBe('Allow Order <Tracker>?');
    await page.click('button[value=allow]');
    await page.waitForURL(/\/callback\?/);
    await picture(page, '4-app');
    const arrived = new URL(page.url()).searchParams;
    expect(arrived.get('state')).toBe('any string');
    await useCode(arrived.get('code') ?? '');
    const gone = await page.goto(app.authorizeUrl(SCOPES));
    expect(gone?.status()).toBe(400);
    await picture(page, '5-uninstalled');
    // A wrong password and an app that is gone are answered with 400, which the browser notes;
    // nothing else is wrong.
    expect(faults.filter((text) => !text.includes('status of 400'))).toEqual([]);
    await page.close();
  });

  it.each([1280, 390])(
    'shows the owner of an app on the consent page, %d pixels wide',
    async (width) => {
      const context = await browser.newContext({ viewport: { width, height: 900 } });
      const page = await context.newPage();
      await app.install();
      await page.goto(app.authorizeUrl([...SCOPES, 'org.permission.company']));
      await signIn(page);
      await picture(page, `owner-${width}`);
      expect(await page.textContent('main')).toMatch(/Registered by Acme\s+\(not verified\)/);
      await expectToFit(page);
      await context.close();
    },
  );

  it('returns to the app with access_denied when the user refuses', async () => {
    await app.install();
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(app.authorizeUrl([...SCOPES, 'org.permission.message']));
    await signIn(page);
    await page.click('button[value=deny]');
    await page.waitForURL(/error=access_denied/);
    await context.close();
  });

  it('shows an error page for an app that is not installed', async () => {
    const stranger = await newExternalApp(platform);
    const page = await browser.newPage({ viewport: { width: 390, height: 760 } });
    const response = await page.goto(stranger.authorizeUrl(SCOPES));
    expect(response?.status()).toBe(400);
    await picture(page, '6-not-installed');
    await page.close();
  });
});

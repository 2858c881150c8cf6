import {
  type Answer,
  actionOf,
  csrfOf,
  FORM,
  HostileBrowser,
} from '@app-platform/testing/http/hostile-browser';
import { expect } from '@jest/globals';
import { authorizeAddress } from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

/** A platform where people sign in upstream, and an app. */
export type Scene = {
  upstream: Upstream;
  platform: Platform;
  app: ExternalApp;
  close(): Promise<void>;
};

/** @param userSubject who the app's user is at the upstream provider */
export async function startScene(userSubject: string): Promise<Scene> {
  const upstream = await startUpstream();
  const platform = await startPlatform({ upstream: upstream.options });
  upstream.register(platform.oauthUrl);
  const app = await newExternalApp(platform, { userSubject });
  await app.install();
  const close = async () => {
    await platform.close();
    await upstream.close();
  };
  return { upstream, platform, app, close };
}

/** Presses the button of a sign-in page, and does nothing after. @returns where it leads */
export async function leave(browser: HostileBrowser, page: Answer): Promise<Answer> {
  const body = new URLSearchParams({ csrf: csrfOf(page) }).toString();
  return browser.send(actionOf(page), { method: 'POST', headers: FORM, body });
}

/** Somebody signs in upstream. @returns the callback that the browser is sent to, not yet opened */
export async function callbackOf(
  { upstream, platform, app }: Scene,
  browser: HostileBrowser,
  subject: string,
): Promise<URL> {
  const page = await browser.open(authorizeAddress(platform, app));
  const away = await leave(browser, page);
  upstream.user.subject = subject;
  // The same browser, with cookies of another site that the platform has no say in.
  const back = await new HostileBrowser().open(away.location ?? '');
  return new URL(back.location ?? '');
}

export function expectRefused({ status, text, location }: Answer): void {
  expect([status, location]).toEqual([400, undefined]);
  expect(text).toMatch(/upstream_sign_in_refused|session_not_found/);
}

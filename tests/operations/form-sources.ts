import { randomUUID } from 'node:crypto';
import { administrator } from '@app-platform/testing/http/api-caller';
import { hiddenFieldsOf } from '@app-platform/testing/http/browser';
import { csrfOf, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { enterCode, startDevice } from '../platform/device-sign-in.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';

type Source = () => string | Promise<string>;

/** The cookies and the token of a form. A new value of the cookies opens the page again. */
export function formSources(platform: Platform, app: ExternalApp): Record<string, Source> {
  const authorizeUrl = app.authorizeUrl(['org.permission.customer']);
  const account = `${platform.oauthUrl}/account/apps`;
  const signIn = async (browser: HostileBrowser, address: string) =>
    browser.submit(await browser.open(address), { email: app.email, password: PASSWORD });
  return {
    password: () => PASSWORD,
    email: () => app.email,
    ...formOf('accountForm', (browser) => browser.open(account)),
    ...formOf('account', (browser) => signIn(browser, account)),
    ...formOf('signIn', (browser) => browser.open(authorizeUrl)),
    ...formOf('changing', async (browser) => {
      const email = await newUser(platform, app);
      const page = await browser.open(`${platform.oauthUrl}/account`);
      return browser.submit(page, { email, password: PASSWORD });
    }),
    ...formOf('deviceCode', (browser) => browser.open(`${platform.oauthUrl}/device`)),
    ...deviceSources(platform, app),
    ...formOf('consent', (browser) => signIn(browser, `${authorizeUrl}&prompt=consent`)),
  };
}

/** The code of a device that waits, and the form of the decision about one. */
function deviceSources(platform: Platform, app: ExternalApp): Record<string, Source> {
  let page: ReturnType<typeof enterCode>;
  const open = async (browser: HostileBrowser) => {
    page = startDevice(platform).then((device) => enterCode(device, app.email, browser));
    return page;
  };
  return {
    userCode: async () => (await startDevice(platform)).user_code,
    ...formOf('device', open),
    enteredCode: async () => hiddenFieldsOf((await page).text).entered ?? '',
  };
}

/** Somebody whose password may change. @returns the email address */
async function newUser(platform: Platform, app: ExternalApp): Promise<string> {
  const email = `changing-${randomUUID()}@example.com`;
  const call = administrator(platform, app.apiKey);
  await call('POST', '/v1/users', { email, roles: [], password: PASSWORD });
  return email;
}

/** @param open shows the form in a new browser */
function formOf(
  name: string,
  open: (browser: HostileBrowser) => ReturnType<HostileBrowser['open']>,
): Record<string, Source> {
  let opened: Promise<{ cookies: string; csrf: string }>;
  const reopen = async () => {
    const browser = new HostileBrowser();
    const csrf = csrfOf(await open(browser));
    if (!csrf) throw new Error(`There is no form of ${name}.`);
    return { csrf, cookies: [...browser.cookies].map((pair) => pair.join('=')).join('; ') };
  };
  return {
    [`${name}Cookies`]: async () => {
      opened = reopen();
      return (await opened).cookies;
    },
    [`${name}Csrf`]: async () => {
      opened ??= reopen();
      return (await opened).csrf;
    },
  };
}

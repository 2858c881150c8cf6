import { beforeAll, expect, it } from '@jest/globals';
import { pollDevice, startDevice } from '../platform/device-sign-in.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { startPlatform } from '../platform/platform.ts';
import { browserTests, signIn } from './browser-tests.ts';
import { expectWellMade, tabTo } from './well-made.ts';

/** An image of 24 x 24 pixels. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"><rect width="24" height="24"/></svg>';
const definition = {
  title: 'Wide'.repeat(64),
  iconUrl: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  appDetails: { appDeveloper: { name: 'Labs'.repeat(64) } },
};
const ICON_WIDTH = "document.querySelector('main img').naturalWidth";
const firstPartyRedirectUris = {
  console: ['https://console.example.com/callback'],
  cli: ['http://127.0.0.1/callback'],
};
const LONG = `org.permission.${'w'.repeat(64)}.${'v'.repeat(64)}`;
const ASKED = [
  'org.permission.customer.read',
  'org.permission.message',
  'org.permission.user',
  LONG,
  'offline_access',
];
const on = browserTests(() => startPlatform({ firstPartyRedirectUris }));
let app: ExternalApp;

beforeAll(async () => {
  app = await newExternalApp(on.platform, { definition });
  await app.install();
});

function firstPartyAddress(clientId: 'console' | 'cli'): string {
  const [redirectUri] = firstPartyRedirectUris[clientId];
  const parameters = {
    client_id: clientId,
    redirect_uri: redirectUri ?? '',
    response_type: 'code',
    scope: 'org.admin.apps org.permission.apps',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  };
  return `${on.platform.oauthUrl}/oauth/authorize?${new URLSearchParams(parameters)}`;
}

async function post(url: string, credential: string, body: object, method = 'POST') {
  const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' };
  const { status } = await fetch(url, { method, headers, body: JSON.stringify(body) });
  expect(status).toBeLessThan(300);
}

it('shows the icon of the definition on both pages, wraps long words, and works by keyboard', async () => {
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(['org.permission.customer']));
  await expectWellMade(page, 'sign-in-long');
  expect(await page.textContent('h1 + p')).toBe(`to continue to ${definition.title}`);
  expect(await page.textContent('.publisher')).toContain('Registered by Acme');
  expect(await page.evaluate(ICON_WIDTH)).toBe(24);
  // The first field has the focus.
  await page.keyboard.type(app.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#password[aria-describedby=fault]:focus');
  await expectWellMade(page, 'wrong-password');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForSelector('button[value=allow]');
  await expectWellMade(page, 'consent');
  expect(await page.evaluate(ICON_WIDTH)).toBe(24);
  await tabTo(page, 'button[value=deny]');
  await page.keyboard.press('Shift+Tab');
  await page.waitForSelector('button[value=allow]:focus');
  const answer = page.waitForRequest(/\/consent$/);
  await page.keyboard.press('Enter');
  expect((await answer).postData()).toContain('decision=allow');
});

it('says at the sign-in that a user signs in to the console, or to the command line', async () => {
  const page = await on.newPage();
  for (const [clientId, target] of [
    ['console', 'the console'],
    ['cli', 'the command line'],
  ] as const) {
    await page.goto(firstPartyAddress(clientId));
    expect(await page.textContent('main')).toMatch(`to continue to ${target}`);
    await expectWellMade(page, `sign-in-${clientId}`);
  }
});

it('names the port of a program on this computer, and works by keyboard', async () => {
  const page = await on.newPage();
  const address = firstPartyAddress('cli').replace('127.0.0.1%2F', '127.0.0.1%3A51234%2F');
  await page.goto(address);
  await signIn(page, app.email);
  await page.waitForSelector('button[value=allow]');
  expect(await page.textContent('main')).toContain('It listens on port 51234');
  await expectWellMade(page, 'local-program');
  await tabTo(page, 'button[value=deny]');
  await page.keyboard.press('Shift+Tab');
  await page.waitForSelector('button[value=allow]:focus');
});

it('takes the code of a device, shows what it asks for, and a code to copy', async () => {
  const device = await startDevice(on.platform);
  const page = await on.newPage();
  await page.goto(device.verification_uri);
  await expectWellMade(page, 'device-code');
  await page.keyboard.type('bcdf ghjk');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#user_code[aria-describedby=fault]:focus');
  await expectWellMade(page, 'device-wrong-code');
  await page.goto(device.verification_uri_complete);
  expect(await page.inputValue('#user_code')).toBe(device.user_code);
  await page.getByRole('button', { name: /^Continue/ }).click();
  await signIn(page, app.email);
  await page.waitForSelector('button[value=allow]');
  await expectWellMade(page, 'device-decision');
  await tabTo(page, 'button[value=deny]');
  await page.getByRole('button', { name: /^Allow/ }).dblclick();
  await page.getByText('The device is signed in').waitFor();
  await expectWellMade(page, 'device-done');
  expect((await pollDevice(on.platform, device)).status).toBe(200);
  const codePage = encodeURIComponent(`${on.platform.oauthUrl}/cli/code`);
  const address = firstPartyAddress('cli').replace('http%3A%2F%2F127.0.0.1%2Fcallback', codePage);
  await page.goto(`${address}&state=a-state-of-the-command-line`);
  await expectWellMade(page, 'copied-code-decision');
  await page.getByRole('button', { name: /^Allow/ }).click();
  await page.getByText('Copy this code').waitFor();
  await expectWellMade(page, 'copied-code');
});

it('shows the roles that are left out, and the reason of a block', async () => {
  const app = await newExternalApp(on.platform, {
    userRoles: ['org.permission.customer', 'org.permission.user', LONG],
    definition: { roles: ['org.permission.customer', 'org.permission.message', LONG] },
  });
  const request = { app: app.name, roles: ['org.permission.customer', 'org.permission.message'] };
  await post(`${on.platform.baseUrl}/v1/apps/installed`, app.apiKey, request);
  const page = await on.newPage();
  await page.goto(app.authorizeUrl(ASKED));
  await signIn(page, app.email);
  await page.waitForSelector('button[value=allow]');
  await expectWellMade(page, 'left-out');
  const block = `${on.platform.registryInternalUrl}/internal/apps/${app.name}/block`;
  const reason = `It sold the data of customers: ${'x'.repeat(300)}`;
  await post(block, on.platform.operatorToken, { reason }, 'PUT');
  await page.click('button[value=allow]');
  await page.waitForSelector('text=It sold the data');
  await expectWellMade(page, 'blocked');
});

it('names the resource and what an app learns of the user, and asks before an app signs the user out', async () => {
  const assistant = await newExternalApp(on.platform);
  await assistant.install();
  const page = await on.newPage();
  const scopes = ['openid', 'profile', 'email', 'org.permission.apps'];
  const resource = encodeURIComponent(`${on.platform.baseUrl}/mcp`);
  await page.goto(`${assistant.authorizeUrl(scopes)}&resource=${resource}`);
  await signIn(page, assistant.email, PASSWORD);
  await page.getByText("Its access is to the registry's MCP server.").waitFor();
  await page.getByText('See your name and your organization').waitFor();
  await expectWellMade(page, 'consent-assistant');
  const { oauthUrl } = on.platform;
  await page.goto(`${oauthUrl}/oauth/logout?client_id=${assistant.clientId}`);
  await page.waitForURL(`${oauthUrl}/account/logout?*`);
  await expectWellMade(page, 'logout');
  await page.getByRole('button', { name: 'Sign out' }).dblclick();
  await page.getByText('Your session in this browser has ended.').waitFor();
  await expectWellMade(page, 'logged-out');
});

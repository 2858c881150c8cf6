import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { apiCaller } from '@app-platform/testing/http/api-caller';
import { until } from '@app-platform/testing/until';
import { afterAll, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn } from '../browser-tests.ts';
import { expectClosed, expectWellMade, keptByBrowser } from '../well-made.ts';
import { ADMINISTRATOR, type ConsolePlatform, consoleTests } from './console-platform.ts';
import { type OrganizationWithAccess, organizationWithAccess } from './organization-with-access.ts';

const LONG_ROLE = `org.permission.${'customer'.repeat(8)}`;

let platform: ConsolePlatform;
let acme: OrganizationWithAccess;
let page: Page;

/** The audit log asks who a user was that is deleted since. */
const OF_DELETED_USER = / status of 404 .*\/v1\/users\/[\w-]+$/;

const { button, link, dialog, show, complaints, expectComplaints } = consoleTests(
  async (started) => {
    platform = started;
    acme = await organizationWithAccess(platform);
    // Settings opens with the list of keys, which the console then keeps for some seconds.
    await createKeyWithLongRole();
    await installAppWithRole();
    page = await platform.share(await acme.newUser('admin', ADMINISTRATOR));
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
  },
  { usual: OF_DELETED_USER },
);
afterAll(() => void jest.restoreAllMocks());

/** Its role is one that people may be given. */
async function installAppWithRole(): Promise<void> {
  const call = apiCaller(platform.baseUrl, acme.app.apiKey);
  const roles = ['org.permission.customer'];
  await call('POST', '/v1/apps/available', {
    app: 'loyalty',
    version: '1.0.0',
    title: 'Loyalty',
    roles,
  });
  await call('POST', '/v1/apps/installed', { app: 'loyalty' });
}

const section = async (name: string) => {
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

it('creates an API key by keyboard, shows it once, and revokes it', async () => {
  await section('API keys');
  await page.getByText(LONG_ROLE).waitFor();
  await expectWellMade(page, 'console-api-keys');
  await link('Create an API key').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Nightly import');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  const shown = dialog().getByLabel('Nightly import');
  await shown.waitFor();
  const key = await shown.inputValue();
  expect(key).toMatch(/^apk_/);
  await expectWellMade(page, 'console-api-key-created');
  expect(await keptByBrowser(page)).not.toContain(key);
  await page.keyboard.press('Escape');
  await button('Copy').click();
  await button('Copied').waitFor();
  expect(await shown.inputValue()).toBe(key);
  await page.keyboard.press('Escape');
  await expectClosed(page);
  expect(await page.content()).not.toContain(key);
  await link('Revoke Nightly import').click();
  await button('Revoke').click();
  await page.getByRole('heading', { name: 'Revoked keys' }).waitFor();
  await expectClosed(page);
  expect((await apiCaller(platform.baseUrl, key)('GET', '/v1/me')).status).toBe(401);
});

it('invites a user, whose link is shown once, and says beside the field what is wrong', async () => {
  await section('Users');
  await expectWellMade(page, 'console-users');
  await link('Invite a user').click();
  await page.getByLabel('Email address', { exact: true }).fill('nobody');
  await button('Invite').click();
  await dialog().locator('.field .fault').waitFor();
  await expectWellMade(page, 'console-invitation-refused');
  await page.getByLabel('Email address', { exact: true }).fill('new@example.com');
  await dialog().getByLabel('Name').fill('Grace Hopper');
  await dialog().getByLabel('Read the audit log').check();
  await button('Invite').click();
  const shown = dialog().getByLabel('Link to set a password');
  await shown.waitFor();
  expect(await keptByBrowser(page)).not.toContain(await shown.inputValue());
  await button('Close').click();
  await page.getByLabel('Search users').fill('new@');
  await page.waitForURL('**/settings/users?q=new%40');
  await page.getByRole('cell', { name: 'Grace Hopper' }).waitFor();
  await link('new@example.com').click();
  await page.getByRole('heading', { name: 'new@example.com' }).waitFor();
  expectRefusals([400]);
});

it('changes the name, the roles and the access of a user', async () => {
  await expectWellMade(page, 'console-user');
  await link('Change the name').click();
  await dialog().getByLabel('Name').fill('Rear Admiral Hopper');
  await button('Save').click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('Rear Admiral Hopper').waitFor();
  await link('Change roles').click();
  await dialog().getByLabel('Read the audit log').uncheck();
  await dialog().getByLabel('Other roles').fill('org.admin.users.read');
  await button('Save').click();
  const warning = dialog().getByRole('alert').filter({ hasText: 'org.admin.users.read' });
  await warning.getByText('Neither the platform nor an installed app knows').waitFor();
  await expectWellMade(page, 'console-unknown-role');
  await dialog().getByLabel('Save org.admin.users.read anyway').check();
  await button('Save').click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('org.admin.users.read').waitFor();
  await link('Change roles').click();
  await dialog().getByLabel('Administer everything').check();
  const inherited = dialog().getByLabel('Read the audit log');
  await dialog().getByText('Included in org.admin').first().waitFor();
  expect([await inherited.isChecked(), await inherited.isDisabled()]).toEqual([true, true]);
  const asked = dialog().getByRole('checkbox', { name: /org\.permission\.customer/ });
  await dialog().getByText('For Loyalty').waitFor();
  await asked.check();
  await expectWellMade(page, 'console-roles');
  await button('Save').click();
  await dialog().waitFor({ state: 'detached' });
  await page.getByText('org.permission.customer').waitFor();
  await link('Create a reset link').click();
  await button('Create a reset link').click();
  await dialog().getByLabel('Link to set a password').waitFor();
  await button('Close').click();
  await confirmed('End sessions');
  await confirmed('Disable');
  await page.getByText('Disabled', { exact: true }).first().waitFor();
  await confirmed('Enable');
  await page.getByText('Invited', { exact: true }).waitFor();
  await confirmed('Delete');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
});

it('filters what users have allowed apps to do, and ends it', async () => {
  await section('App access');
  await expectWellMade(page, 'console-grants');
  await page.getByLabel('Email address of a user').fill('stranger@example.com');
  await button('Filter').click();
  await page.getByText('No user has this email address.').waitFor();
  await page.getByLabel('Email address of a user').fill(acme.allowing);
  await button('Filter').click();
  await page.waitForURL('**/settings/grants?user=*');
  await link('Order Tracker').click();
  await page.waitForURL('**&app=*');
  await link(`End access of Order Tracker for ${acme.allowing}`).click();
  await button('End').click();
  await page.getByText('No access fits the filter').waitFor();
  await link('Show all').last().click();
  await link('Console and command line').click();
  await link(acme.allowing).first().click();
  await link('End all of these').click();
  await button('End all of these').click();
  await page.getByText('No access fits the filter').waitFor();
});

it('shows what a user has changed in a request before it is decided', async () => {
  await section('Requests');
  await link(`Allow Order Tracker for ${acme.asking}`).click();
  await dialog().getByText('offline_access').waitFor();
  await acme.askAgain(['org.permission.customer', 'org.permission.mail']);
  await button('Allow').click();
  await dialog().getByText('The request has changed').waitFor();
  expect(await listsOfDialog()).toEqual({
    'Would be allowed to': ['org.permission.customer', 'org.permission.mail'],
    'Also asked for': ['org.permission.mail'],
    'No longer asked for': ['offline_access'],
  });
  await expectWellMade(page, 'console-request-changed');
  const { body } = await acme.call('GET', '/v1/consent-requests');
  expect(body.data[0].attributes.state).toBe('pending');
  await button('Cancel').click();
  await dialog().waitFor({ state: 'detached' });
  expectRefusals([409]);
});

it('answers the requests of users', async () => {
  await section('Requests');
  await expectWellMade(page, 'console-requests');
  await link(`Allow Order Tracker for ${acme.asking}`).click();
  await dialog().getByText('org.permission.mail').waitFor();
  await acme.askAgain(['org.permission.customer']);
  await button('Allow').click();
  await dialog().getByText('The request has changed').waitFor();
  await button('Allow').click();
  await page.getByText('No request waits').waitFor();
  await link('Allowed').click();
  await page.getByRole('rowheader', { name: acme.asking }).waitFor();
  await link('Decline the request for Wish').click();
  await button('Decline').click();
  await page.getByText('Nobody asks for an app').waitFor();
  expectRefusals([409]);
});

it('filters and exports the audit log', async () => {
  await section('Audit log');
  await page.getByRole('cell', { name: 'In the console' }).first().waitFor();
  await page.getByLabel('Action').fill('API key was revoked');
  await page.getByRole('option', { name: 'An API key was revoked' }).click();
  await page.getByLabel('Service').selectOption('registry');
  await page.waitForURL('**/settings/audit?action=api_key.revoked&service=registry');
  await page.getByText('That is all: 1 event.').waitFor();
  const [heading = '', ...rows] = (await exported('CSV')).trimEnd().split('\r\n');
  expect(heading).toContain('"action","actorType"');
  expect(rows).toEqual([expect.stringContaining('"api_key.revoked"')]);
  const events = JSON.parse(await exported('JSON'));
  expect(events).toEqual([expect.objectContaining({ action: 'api_key.revoked' })]);
  await link('Details: An API key was revoked').click();
  await dialog().getByText('127.0.0.1').waitFor();
  await expectWellMade(page, 'console-audit-event');
  await button('Close').click();
});

/** The response to a save. The words "Saved." may be those of the save before. */
const patched = () => page.waitForResponse((one) => one.ok() && one.request().method() === 'PATCH');

async function save(): Promise<void> {
  const response = patched();
  await button('Save').click();
  await response;
  await page.getByText('Saved.').waitFor();
}

it('changes who consents, what assistants may do, and whether requests are mailed', async () => {
  await section('Consent and assistants');
  await expectWellMade(page, 'console-policy');
  await page.getByLabel('Each user').check();
  await button('Discard').click();
  expect(await page.getByRole('radio', { name: /^Administrators / }).isChecked()).toBe(true);
  expect(await page.getByLabel('To administrators').isChecked()).toBe(true);
  await page.getByLabel('Each user').check();
  await page.getByLabel('Read and change').check();
  await page.getByRole('radio', { name: /^None / }).check();
  await save();
  const { body } = await acme.call('GET', '/v1/organization');
  expect(body.data.attributes).toEqual({
    ...{ consentPolicy: 'user', assistants: 'write', requestMails: 'off' },
  });
});

it('keeps what is changed while a save is under way', async () => {
  const saved = Promise.withResolvers<void>();
  await page.route('**/v1/organization', async (route) => {
    if (route.request().method() === 'PATCH') await saved.promise;
    await route.continue();
  });
  const ofRequests = page.getByRole('group').filter({ hasText: 'To administrators' });
  const ofAssistants = page.getByRole('group').filter({ hasText: 'Read and change' });
  await ofRequests.getByLabel('To administrators').check();
  const response = patched();
  await button('Save').click();
  await ofAssistants.getByRole('radio').first().check();
  saved.resolve();
  await response;
  await page.getByText('Saved.').waitFor();
  expect(await ofAssistants.getByRole('radio').first().isChecked()).toBe(true);
  const stored = async () => (await acme.call('GET', '/v1/organization')).body.data.attributes;
  expect(await stored()).toMatchObject({ assistants: 'write', requestMails: 'on' });
  await page.unroute('**/v1/organization');
  await save();
  expect(await stored()).toMatchObject({ assistants: 'off' });
});

it('chooses which apps are allowed', async () => {
  await section('Allowed apps');
  await expectWellMade(page, 'console-allowed-apps');
  await page.getByLabel('Only verified').check();
  await save();
  const call = apiCaller(platform.baseUrl, acme.app.apiKey);
  const policy = async () => (await call('GET', '/v1/apps/policy')).body.data.attributes;
  expect(await policy()).toEqual({ allows: 'verified', listed: [], blocked: [] });
  // What another administrator changes meanwhile stays.
  const blocked = [acme.app.name];
  await call('PATCH', '/v1/apps/policy', { blocked });
  await page.getByLabel('All apps').check();
  await save();
  expect(await policy()).toEqual({ allows: 'all', listed: [], blocked });
  await until('the apps that are blocked meanwhile are shown', 60_000, async () => {
    return (await page.getByLabel('Blocked apps').inputValue()) === acme.app.name;
  });
  await call('PATCH', '/v1/apps/policy', { blocked: [] });
});

it('shows the section that is chosen while Settings opens', async () => {
  // Its code arrives after what else Settings waits for.
  await page.route('**/audit-page-*.js', async (route) => {
    await sleep(1_000);
    await route.continue();
  });
  await show('/settings');
  await section('Audit log');
});

it('leads to the first section that one may see, and says who gives a missing role', async () => {
  const auditor = await platform.open(await acme.newUser('auditor', ['org.admin.audit']));
  await auditor.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await auditor.page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
  const shown = auditor.page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  expect(await shown.allTextContents()).toEqual(['Audit log']);
  await auditor.page.goto(`${platform.baseUrl}/console/settings/users`);
  await auditor.page.getByText('It needs the role org.admin.users.').waitFor();
  await expectWellMade(auditor.page, 'console-role-missing');
});

it('asks for a new sign-in before administration, and shows what was typed again', async () => {
  await section('Users');
  await link('Invite a user').click();
  await page.getByLabel('Email address', { exact: true }).fill('typed@example.com');
  setClockForward(11 * 60);
  await button('Invite').click();
  await dialog().getByText('Administration needs a sign-in of the last ten minutes.').waitFor();
  await button('Sign in again').click();
  await signInAgain();
  expect(await page.getByLabel('Email address', { exact: true }).inputValue()).toBe(
    'typed@example.com',
  );
  setClockForward(22 * 60);
  await page.reload();
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
  await expectWellMade(page, 'console-confirm');
  expectComplaints(/ status of 40[13] /);
});

it('keeps what was typed where the session ends in the middle of a form', async () => {
  await button('Sign in again').click();
  await signInAgain();
  await page.getByLabel('Email address', { exact: true }).fill('half@example.com');
  await dialog().getByLabel('Read the audit log').check();
  setClockForward(26 * 3600);
  await page.clock.setSystemTime(Date.now());
  await page.context().clearCookies();
  await button('Invite').click();
  await signInAgain();
  expect(await page.getByLabel('Email address', { exact: true }).inputValue()).toBe(
    'half@example.com',
  );
  expect(await dialog().getByLabel('Read the audit log').isChecked()).toBe(true);
  await button('Invite').click();
  await dialog().getByLabel('Link to set a password').waitFor();
  expect(await keptByBrowser(page)).not.toContain('half@example.com');
  expectComplaints(/ status of 40[13] /);
});

const { now } = Date;

/** For oidc-provider too, which reads no other clock than that of the machine. */
function setClockForward(seconds: number): void {
  jest.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
  platform.now.value = () => new Date(Date.now());
}

/** The lists of the dialog, by their names. */
async function listsOfDialog(): Promise<Record<string, string[]>> {
  const lists = await dialog().getByRole('list').all();
  const named = lists.map(async (list) => [
    await list.getAttribute('aria-label'),
    await list.getByRole('listitem').allInnerTexts(),
  ]);
  return Object.fromEntries(await Promise.all(named));
}

async function confirmed(action: string): Promise<void> {
  await link(action).click();
  await dialog().getByRole('button', { name: action }).click();
  await dialog().waitFor({ state: 'detached' });
}

async function createKeyWithLongRole(): Promise<void> {
  const call = apiCaller(platform.baseUrl, acme.app.apiKey);
  const { status } = await call('POST', '/v1/api-keys', { name: 'Long', roles: [LONG_ROLE] });
  expect(status).toBe(201);
}

async function exported(format: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(`Export ${format}`).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** The OAuth service asks for the password, then the page comes back with its dialog. */
async function signInAgain(): Promise<void> {
  await page.waitForURL(`${platform.oauthUrl}/**`);
  await signIn(page, 'admin@example.com');
  await page.waitForURL('**/settings/users?dialog=invite');
  await dialog().waitFor();
}

/** Chromium notes each answer that is a refusal, and nothing else was noted. */
function expectRefusals(statuses: number[]): void {
  // The client repeats a request that is answered with 503.
  const noted = complaints()
    .map((text) => Number(/ status of (\d+)/.exec(text)?.[1]))
    .filter((status) => status !== 503);
  expect(noted).toEqual(statuses);
}

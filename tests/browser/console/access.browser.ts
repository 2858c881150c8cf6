import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signIn } from '../browser-tests.ts';
import { expectNoAxeViolations, expectWellMade } from '../well-made.ts';
import { type ConsolePlatform, consoleTests } from './console-platform.ts';
import { type OrganizationWithAccess, organizationWithAccess } from './organization-with-access.ts';

let platform: ConsolePlatform;
let acme: OrganizationWithAccess;
let page: Page;

const { button, link, dialog, show, expectComplaints } = consoleTests(async (started) => {
  platform = started;
  acme = await organizationWithAccess(platform);
  page = await platform.share(await acme.newUser('keeper', ['org.admin']), '/settings/api-keys');
});

const fault = (text: string) => dialog().locator('.fault', { hasText: text });

describe('a form is checked before it is sent', () => {
  it('where an API key has no role, or one that is none', async () => {
    await link('Create an API key').click();
    await button('Create an API key').click();
    await fault('Choose at least one role.').waitFor();
    const others = dialog().getByLabel('Other roles');
    await others.fill('org.permission.customer Orders,org.-');
    await fault('“Orders”, “org.-”: a role is').waitFor();
    expect(await others.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog().locator('fieldset .fault').count()).toBe(0);
    await expectWellMade(page, 'console-roles-refused');
    await others.fill('org.admin.users');
    expect(await others.getAttribute('aria-invalid')).toBe('false');
    await button('Cancel').click();
  });

  it('and a typed role that one does not hold is refused beside the field', async () => {
    await link('Create an API key').click();
    const others = dialog().getByLabel('Other roles');
    await others.fill('org.permission.customer');
    await button('Create an API key').click();
    await dialog().getByLabel('Save org.permission.customer anyway').check();
    await button('Create an API key').click();
    await fault('Missing: org.permission.customer.').waitFor();
    expect(await others.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog().locator('fieldset .fault').count()).toBe(0);
    await button('Cancel').click();
    expectComplaints(/ status of 403 /);
  });

  it('where an invitation has no email address', async () => {
    await show('/settings/users?dialog=invite');
    await button('Invite').click();
    await fault('Type the email address.').waitFor();
    await dialog().getByLabel('Email address').fill('typed@example.com');
    await fault('Type the email address.').waitFor({ state: 'detached' });
    await button('Cancel').click();
  });

  it.each([
    ['deprecate', 'Deprecate', 'Type the message.'],
    ['yank', 'Yank', 'Type the reason.'],
  ])('where one would %s a version without a word', async (name, action, text) => {
    const search = `?visibility=private&dialog=${name}&version=0.0.1`;
    const path = `/console/my-apps/${acme.app.name}/versions${search}`;
    await page.goto(`${platform.baseUrl}${path}`);
    await dialog().getByRole('button', { name: action }).click();
    await fault(text).waitFor();
    await button('Cancel').click();
  });

  it('where the doctor has nothing to examine', async () => {
    const path = `/console/my-apps/${acme.app.name}/doctor?visibility=private`;
    await page.goto(`${platform.baseUrl}${path}`);
    await button('Examine').click();
    await page.locator('.fault', { hasText: 'Paste' }).waitFor();
  });
});

describe('App access', () => {
  const own = () => link('End access of console for keeper@example.com');
  const signIns = async (): Promise<number> => {
    const { body } = await acme.call('GET', '/v1/grants?kind=first_party&page[size]=100');
    return body.data.filter((grant: Grant) => grant.attributes.user.email === 'keeper@example.com')
      .length;
  };

  const newToken = () =>
    page.waitForResponse((response) => new URL(response.url()).pathname === '/oauth/token');

  it('lists apps without the sign-ins to the console, which have a list of their own', async () => {
    await platform.open('keeper@example.com');
    await show('/settings/grants');
    await page.getByRole('row', { name: 'Order Tracker' }).waitFor();
    expect(await page.getByRole('row').count()).toBe(2);
    await link('Console and command line').click();
    await page.waitForURL('**/settings/grants?kind=first_party');
    await own().waitFor();
    await page.getByText('Several sign-ins').waitFor();
    expect(await page.locator('.choices [aria-current]').allTextContents()).toEqual([
      'Console and command line',
    ]);
    expect(await page.getByText('Order Tracker').count()).toBe(0);
    await expectWellMade(page, 'console-sign-ins');
    await link('keeper@example.com').click();
    await page.waitForURL('**/settings/grants?kind=first_party&user=*');
    await link('Show all').click();
    await page.waitForURL('**/settings/grants?kind=first_party');
  });

  it('ends the own access to the console at once, and signs in again', async () => {
    expect(await signIns()).toBe(2);
    await own().click();
    await expectWellMade(page, 'console-end-sign-ins');
    const signedInAgain = newToken();
    await button('End').click();
    await signedInAgain;
    await own().waitFor();
    expect(page.url()).toBe(`${platform.baseUrl}/console/settings/grants?kind=first_party`);
    expect(await dialog().count()).toBe(0);
    expect(await signIns()).toBe(1);
  });

  it('likewise where all that fits a filter ends', async () => {
    await link('keeper@example.com').click();
    await link('End all of these').click();
    const signedInAgain = newToken();
    await button('End all of these').click();
    await signedInAgain;
    await own().waitFor();
    const { searchParams } = new URL(page.url());
    expect([...searchParams.keys()].toSorted()).toEqual(['kind', 'user']);
    expect(await dialog().count()).toBe(0);
    expect(await signIns()).toBe(1);
  });

  it('ends what an app may do for a user in one request', async () => {
    await link('Apps').click();
    await link('Show all').first().click();
    const deletions: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') deletions.push(request.url());
    });
    await link(`End access of Order Tracker for ${acme.allowing}`).click();
    await button('End').click();
    await page.getByText('No app has access').waitFor();
    expect(deletions).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('shows the email address of a user who acted beside the id', async () => {
    await show('/settings/audit?action=user_grants.revoked');
    const row = page.getByRole('row', { name: 'keeper@example.com' });
    await row.first().waitFor();
    await expectWellMade(page, 'console-audit-emails');
    await link('keeper@example.com').first().click();
    await page.getByRole('heading', { level: 1, name: 'keeper@example.com' }).waitFor();
  });

  it('leaves it out for a person who may not see users', async () => {
    const auditor = await platform.open(
      await acme.newUser('reader', ['org.admin.audit']),
      '/settings/audit?action=user_grants.revoked',
    );
    await auditor.page.getByRole('cell', { name: 'User' }).first().waitFor();
    expect(await auditor.page.getByText('keeper@example.com').count()).toBe(0);
    expect(auditor.complaints).toEqual([]);
  });
});

it('leads from the console to the account, where one signs out, and back', async () => {
  await page.getByRole('banner').getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Apps with access' }).waitFor();
  await expectNoAxeViolations(page);
  await page.getByRole('menuitem', { name: 'Account and sign-out' }).click();
  await page.getByText('Signed in as keeper@example.com.').waitFor();
  await button('Sign out').waitFor();
  await expectWellMade(page, 'account-with-console');
  await link('Apps with access').click();
  await link('Console').click();
  await page.getByRole('heading', { name: 'Installed apps' }).waitFor();
  expect(page.url()).toBe(`${platform.baseUrl}/console/installed`);
});

describe('a person without a role', () => {
  it('signs in with another account, or goes to the account to sign out', async () => {
    const refused = await platform.newPage();
    await refused.goto(`${platform.baseUrl}/console`);
    await signIn(refused, await acme.newUser('nobody', []));
    await refused.getByRole('link', { name: 'Account and sign-out' }).waitFor();
    await expectWellMade(refused, 'console-without-role');
    await refused.getByRole('link', { name: 'Account and sign-out' }).click();
    await refused.getByRole('button', { name: 'Sign out' }).waitFor();
    await refused.goto(`${platform.baseUrl}/console`);
    await refused.getByRole('button', { name: 'Sign in with another account' }).click();
    await signIn(refused, 'keeper@example.com');
    await refused.getByRole('heading', { name: 'Installed apps' }).waitFor();
  });
});

type Grant = { attributes: { user: { email: string } } };

import { Browser } from '@app-platform/testing/http/browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp({}, { visibility: 'public' }));
});
afterAll(async () => {
  RunningProcess.endAll();
  await platform.close();
});

/** What the operator's command line prints, as its users run it. */
async function operator(...parameters: string[]) {
  const { code, stdout, stderr } = await new RunningProcess(
    ['packages/operator/src/main.ts', ...parameters],
    {
      REGISTRY_INTERNAL_URL: platform.registryInternalUrl,
      OAUTH_INTERNAL_URL: platform.oauthInternalUrl,
      OPERATOR_TOKEN: platform.operatorToken,
    },
  ).finished();
  return { code, stdout: stdout.trim(), stderr };
}

const operatorJson = async (...parameters: string[]) =>
  JSON.parse((await operator(...parameters, '--json')).stdout);

/** The text of the consent page, or of the page of apps that have access. */
async function pages(): Promise<{ consent: string; apps: string }> {
  const text = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  await browser.submit(consent, { decision: 'allow' });
  const apps = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
  return { consent: text(consent.html), apps: text(apps.html) };
}

async function register(version: string, more: object): Promise<void> {
  const response = await fetch(`${platform.baseUrl}/v1/apps/available`, {
    method: 'POST',
    headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ app: app.name, version, ...more }),
  });
  expect(response.status).toBe(201);
}

describe('the pages of the OAuth service', () => {
  it('show the organization that owns an app, whether it is verified, and what the app says of itself', async () => {
    await register('0.0.2', { appDetails: { appDeveloper: { name: 'Bank <of> Trust' } } });
    const before = await pages();
    const { organizationId } = app;
    expect(before.consent).toContain('Registered by Acme (not verified)');
    expect(before.consent).toContain('The app says it is made by Bank &lt;of&gt; Trust.');
    expect(before.apps).toContain('Registered by Acme (not verified)');
    expect(before.apps).toContain('The app says it is made by Bank &lt;of&gt; Trust.');
    await operator('organization', 'verify', organizationId);
    app = { ...app, ...(await anotherUser()) };
    expect((await pages()).consent).toContain('Registered by Acme verified');
  });
});

/** A user of the same organization who has not seen the consent page. */
async function anotherUser() {
  const email = 'another@example.com';
  const { organizationId } = app;
  const role = ['--role', 'org.permission'];
  const user = ['--email', email, '--password', PASSWORD, ...role];
  await operator('user', 'create', '--organization', organizationId, ...user);
  return { email };
}

describe('the operator verifies organizations and reserves names', () => {
  it('organization verify and unverify', async () => {
    const { organizationId: id } = app;
    const organization = { id, name: 'Acme' };
    const verified = { ...organization, verified: true };
    expect(await operatorJson('organization', 'verify', id)).toEqual(verified);
    const unverified = { ...organization, verified: false };
    expect(await operatorJson('organization', 'unverify', id)).toEqual(unverified);
    expect((await operator('organization', 'verify', id)).stdout).toContain('is verified');
    const unknown = await operator('organization', 'verify', '0'.repeat(24), '--json');
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('There is no organization of this id.');
  });

  it('name reserve, list and release', async () => {
    const { organizationId } = app;
    expect((await operator('name', 'list')).stdout).toBe('No name is reserved.');
    const forAcme = { pattern: 'kustomer*', organizationId };
    const forNobody = { pattern: 'platform', organizationId: null };
    const reserve = ['name', 'reserve', 'kustomer*', '--organization', organizationId];
    expect(await operatorJson(...reserve)).toEqual(forAcme);
    expect(await operatorJson('name', 'reserve', 'platform')).toEqual(forNobody);
    expect(await operatorJson('name', 'list')).toEqual({ names: [forAcme, forNobody] });
    expect((await operator('name', 'list')).stdout).toContain(`kustomer* for ${organizationId}`);
    expect(await operatorJson('name', 'release', 'kustomer*')).toEqual(forAcme);
    expect((await operator('name', 'release', 'kustomer*')).stderr).toContain('is not reserved');
    const wrong = await operator('name', 'reserve', 'a-b');
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("'pattern'") });
  });
});

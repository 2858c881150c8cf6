import { apiCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const customer = 'org.permission.customer';
const conversation = 'org.permission.conversation';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

/** Signs in, allows, and exchanges the code. @returns the token response */
async function authorize(app: ExternalApp, scopes: string[]) {
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  // What a user allowed before is not asked again.
  const isAsked = consent.html.includes('name="decision"');
  const arrived = isAsked ? await browser.submit(consent, { decision: 'allow' }) : consent;
  const code = arrived.url.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
  const { status, body } = await app.token(grant);
  expect(status).toBe(200);
  return body;
}

const refresh = (app: ExternalApp, tokens: Record<string, unknown>) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) });

/** The `app` value of a private app. */
const appOf = ({ name, organizationId }: ExternalApp) => name.replace(`_${organizationId}`, '');

it('a plan counts the grants of users, and an uninstallation ends as many as it says', async () => {
  const { app, tokens } = await authorizedApp(platform);
  const call = apiCaller(platform.baseUrl, app.apiKey);
  const plan = async (request: object) =>
    (await call('POST', '/v1/apps/plan', { app: app.name, ...request })).body.data;
  const upgrade = await plan({});
  expect(upgrade.attributes).toMatchObject({ grants: { active: 1, ended: 0 }, tokens: 'kept' });
  const { id, attributes } = await plan({ to: null });
  expect(attributes).toMatchObject({ grants: { active: 1, ended: 1 }, tokens: 'ended' });
  const path = `/v1/apps/installed/${app.name}?plan=${id}`;
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await refresh(app, tokens)).status).toBe(400);
});

it('an uninstallation that is undone brings back the app, and no grant', async () => {
  const { app, tokens } = await authorizedApp(platform);
  const call = apiCaller(platform.baseUrl, app.apiKey);
  await app.uninstall();
  const restored = await call('POST', `/v1/apps/installed/${app.name}/restore`);
  expect(restored.status).toBe(201);
  expect((await refresh(app, tokens)).body).toMatchObject({ error: 'invalid_grant' });
  const again = await authorize(app, [customer, 'offline_access']);
  expect(again.scope).toContain(customer);
});

it('roles that wait are in no token until an administrator allows them, and old grants keep theirs', async () => {
  const app = await newExternalApp(platform, { definition: { roles: [customer] } });
  await app.install();
  const call = apiCaller(platform.baseUrl, app.apiKey);
  const before = await authorize(app, [customer, 'offline_access']);
  const roles = [customer, conversation];
  await call('POST', '/v1/apps/available', { app: appOf(app), version: '0.1.0', roles });
  const upgraded = await call('POST', '/v1/apps/installed', { app: app.name });
  expect(upgraded.body.data.attributes).toMatchObject({ waitingRoles: [conversation] });

  const waiting = await authorize(app, [customer, conversation]);
  expect(String(waiting.scope).split(' ')).toEqual([customer]);
  const kept = await refresh(app, before);
  expect(kept.body.scope).toBe(`${customer} offline_access`);

  await call('POST', `/v1/apps/installed/${app.name}/roles`, { roles });
  const allowed = await authorize(app, [customer, conversation]);
  expect(String(allowed.scope).split(' ').sort()).toEqual([...roles].sort());
  expect((await refresh(app, kept.body)).body.scope).toBe(`${customer} offline_access`);
});

it('a draft takes part in the authorization of its organization, with the client of the app', async () => {
  const app = await newExternalApp(platform);
  const call = apiCaller(platform.baseUrl, app.apiKey);
  const definition = {
    app: appOf(app),
    version: '0.2.0',
    redirectUris: [app.redirectUri],
    roles: [customer],
  };
  await call('PUT', `/v1/apps/drafts/${appOf(app)}`, definition);
  const installed = await call('POST', '/v1/apps/installed', { app: app.name, draft: true });
  expect(installed.status).toBe(201);
  const tokens = await authorize(app, [customer, conversation, 'offline_access']);
  expect(tokens.scope).toBe(`${customer} offline_access`);
  expect((await refresh(app, tokens)).status).toBe(200);
});

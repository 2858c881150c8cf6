import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { consoleClient, consoleToken } from '../platform/first-party-sign-in.ts';
import { type AuditRow, type Platform, startPlatform } from '../platform/platform.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris: consoleClient });
});
afterAll(() => platform.close());

/** What was recorded of an organization, and of the platform itself. */
async function recorded(app: ExternalApp): Promise<AuditRow[]> {
  const all = await platform.auditEvents();
  return all.filter(({ organizationId }) => organizationId === app.organizationId);
}

const actionsOf = (rows: AuditRow[]) => rows.map(({ action }) => action);
const lastOf = async (app: ExternalApp) => (await recorded(app)).at(-1);

async function installedApp(): Promise<ExternalApp> {
  const app = await newExternalApp(platform);
  await app.install();
  return app;
}

describe('who did what is recorded', () => {
  it('of an account, its sign-ins, what it refuses and what it allows', async () => {
    const app = await installedApp();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const again = await browser.submit(signIn, { email: app.email, password: 'wrong' });
    const consent = await browser.submit(again, { email: app.email, password: PASSWORD });
    await browser.submit(consent, { decision: 'deny' });
    const asked = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    await browser.submit(asked, { decision: 'allow' });
    const rows = await recorded(app);
    expect(actionsOf(rows)).toEqual([
      'account.created',
      'sign_in.refused',
      'sign_in.succeeded',
      'consent.refused',
      'consent.granted',
    ]);
    const [created, refused, succeeded, , granted] = rows;
    expect(created).toMatchObject({ actorType: 'operator', detail: { email: app.email } });
    expect(refused).toMatchObject({ actorType: 'unknown', subject: created?.subject });
    expect(succeeded).toMatchObject({ actorType: 'account', actorId: created?.subject });
    expect(granted).toMatchObject({
      subject: app.clientId,
      address: '127.0.0.1',
      requestId: expect.stringMatching(/^[\w-]{36}$/),
      detail: { asked: SCOPES, granted: SCOPES },
    });
  });

  it('of a refresh token that is used again', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const refresh = (token: unknown) =>
      app.token({ grant_type: 'refresh_token', refresh_token: String(token) });
    const { body } = await refresh(tokens.refresh_token);
    await refresh(body.refresh_token);
    await refresh(tokens.refresh_token);
    expect(await lastOf(app)).toMatchObject({
      action: 'grant.revoked',
      actorType: 'client',
      actorId: app.clientId,
      detail: { reason: 'refresh_token_reused' },
    });
    const revocations = (await recorded(app)).filter(({ action }) => action === 'grant.revoked');
    expect(revocations).toHaveLength(1);
  });

  it('of a code that is used again', async () => {
    const app = await installedApp();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const { url } = await browser.submit(consent, { decision: 'allow' });
    const exchange = {
      grant_type: 'authorization_code',
      code: url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    };
    expect((await app.token(exchange)).status).toBe(200);
    expect((await app.token(exchange)).status).toBe(400);
    expect(await lastOf(app)).toMatchObject({
      action: 'grant.revoked',
      detail: { reason: 'code_reused' },
    });
  });

  it.each([
    ['access_token', 'access_token.revoked'],
    ['refresh_token', 'grant.revoked'],
  ])('of a client that revokes its %s', async (kind, action) => {
    const { app, tokens } = await authorizedApp(platform);
    const fields = { client_id: app.clientId, client_secret: app.clientSecret };
    const body = new URLSearchParams({ ...fields, token: String(tokens[kind]) });
    await fetch(`${platform.oauthUrl}/oauth/revoke`, { method: 'POST', body });
    expect(await lastOf(app)).toMatchObject({ action, actorId: app.clientId });
  });

  it("of a user who ends an app's access, and signs out", async () => {
    const { app } = await authorizedApp(platform);
    const browser = new Browser();
    const form = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    const page = await browser.submit(form, { email: app.email, password: PASSWORD });
    const after = await browser.submit(page, { client_id: app.clientId });
    await browser.submit(after, {});
    expect(actionsOf(await recorded(app)).slice(-3)).toEqual([
      'sign_in.succeeded',
      'access.revoked',
      'session.ended',
    ]);
  });

  it('of an organization that uninstalls an app: its grants end, and no other', async () => {
    const { app } = await authorizedApp(platform);
    const { app: other, tokens: others } = await authorizedApp(platform);
    await app.uninstall();
    let last = await lastOf(app);
    while (last?.action !== 'organization_grants.revoked') {
      await new Promise((resolve) => setTimeout(resolve, 50));
      last = await lastOf(app);
    }
    expect(last).toMatchObject({ actorType: 'service', detail: { revoked: 1 } });
    const refresh = { grant_type: 'refresh_token', refresh_token: String(others.refresh_token) };
    expect((await other.token(refresh)).status).toBe(200);
  });

  it('of an operator who rotates the signing keys', async () => {
    const response = await fetch(`${platform.oauthInternalUrl}/internal/signing-keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.operatorToken}`,
        'content-type': 'application/json',
      },
      body: '{}',
    });
    const { id } = (await response.json()) as { id: string };
    expect((await platform.auditEvents()).at(-1)).toMatchObject({
      action: 'signing_key.rotated',
      subject: id,
      organizationId: null,
    });
  });

  it('is read at the registry, as one list of both services', async () => {
    const { app } = await authorizedApp(platform);
    const read = async (query: string) => {
      const headers = { authorization: `Bearer ${app.apiKey}` };
      const response = await fetch(`${platform.baseUrl}/v1/audit?${query}`, { headers });
      return (await response.json()) as {
        data: { id: string; attributes: { action: string } }[];
        meta: { page: { after: string | null } };
      };
    };
    const actions: string[] = [];
    const ids = new Set<string>();
    let after = '';
    do {
      const { data, meta } = await read(`page[size]=2${after}`);
      actions.push(...data.map(({ attributes }) => attributes.action));
      for (const { id } of data) ids.add(id);
      after = meta.page.after ? `&page[after]=${meta.page.after}` : '';
    } while (after);
    expect(ids.size).toBe(actions.length);
    expect(actions).toEqual([
      'consent.granted',
      'sign_in.succeeded',
      'installation.created',
      'client_secret.generated',
      'app_version.registered',
      'account.created',
      'api_key.created',
      'organization.created',
    ]);
    const ofApp = await read(`filter[app]=${app.name}`);
    expect(
      ofApp.data.map((event: { attributes: { action: string } }) => event.attributes.action),
    ).toEqual([
      'consent.granted',
      'installation.created',
      'client_secret.generated',
      'app_version.registered',
    ]);
    const { data } = await read('filter[service]=oauth&filter[action]=consent.granted');
    expect(data).toHaveLength(1);
  });

  it('of a user who changes something through an app: found by the user, in both services', async () => {
    const app = await installedApp();
    const token = await consoleToken(platform, app, 'org.admin.apps');
    const uninstalled = await fetch(`${platform.baseUrl}/v1/apps/installed/${app.name}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(uninstalled.status).toBe(204);
    const [created] = await recorded(app);
    const query = new URLSearchParams({ 'filter[actor]': created?.subject ?? '' });
    const response = await fetch(`${platform.baseUrl}/v1/audit?${query}`, {
      headers: { authorization: `Bearer ${app.apiKey}` },
    });
    const { data } = (await response.json()) as { data: { attributes: AuditRow }[] };
    const actor = { type: 'account', id: created?.subject };
    expect(data.map(({ attributes }) => attributes)).toMatchObject([
      {
        service: 'registry',
        action: 'installation.removed',
        actor: { ...actor, clientId: 'console' },
      },
      { service: 'oauth', action: 'sign_in.succeeded', actor },
    ]);
  });

  it('and holds no password, secret, code or token, nor what a stranger typed', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const browser = new Browser();
    const signIn = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    await browser.submit(signIn, { email: 'my-password-in-the-wrong-field', password: 'x' });
    const rows = await platform.auditEvents();
    expect(rows.at(-1)).toMatchObject({ action: 'sign_in.refused', subject: '' });
    const text = JSON.stringify(rows, (_key, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const secret of [
      PASSWORD,
      app.clientSecret,
      String(tokens.access_token),
      String(tokens.refresh_token),
      'my-password-in-the-wrong-field',
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

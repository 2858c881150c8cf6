import { openTestDatabase } from '@app-platform/testing/databases/test-database';
import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { newExternalApp } from '../platform/external-app.ts';
import { firstPartyRedirectUris, signInToFirstParty } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris,
    open: (service) => openTestDatabase(service, 'owner'),
  });
});
afterEach(acceptAuditRows);
afterAll(() => platform.close());

/** Makes the database refuse the audit rows of an action. */
const refuseAuditRows = (action: string) =>
  platform.execute(
    `ALTER TABLE audit_event ADD CONSTRAINT refused CHECK (action <> '${action}') NOT VALID`,
    'oauth',
  );

function acceptAuditRows(): Promise<void> {
  return platform.execute('ALTER TABLE audit_event DROP CONSTRAINT IF EXISTS refused', 'oauth');
}

async function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields);
  const response = await fetch(platform.oauthUrl + path, { method: 'POST', body });
  const text = await response.text();
  return { status: response.status, body: text ? JSON.parse(text) : undefined };
}

describe('without its audit row', () => {
  it('a sign-out ends no token of the session', async () => {
    const { email } = await newExternalApp(platform);
    const browser = new Browser();
    const scope = 'org.permission.apps offline_access';
    const tokens = await signInToFirstParty(platform, {
      clientId: 'console',
      ...{ email, scope, browser },
    });
    const page = await browser.open(`${platform.oauthUrl}/account/apps`, platform.oauthUrl);
    await refuseAuditRows('session.ended');
    expect((await browser.submit(page, {}, '/account/sign-out')).status).toBe(500);
    const client = { client_id: 'console' };
    const ask = { ...client, token: tokens.access_token };
    expect((await post('/oauth/introspect', ask)).body).toMatchObject({ active: true });
    const grant = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' };
    expect((await post('/oauth/token', { ...client, ...grant })).status).toBe(200);
    await acceptAuditRows();
    await browser.submit(page, {}, '/account/sign-out');
    expect((await post('/oauth/introspect', ask)).body).toEqual({ active: false });
  });

  it.each(['access_token', 'refresh_token'])('an app does not revoke its %s', async (kind) => {
    const { app, tokens } = await authorizedApp(platform);
    const client = { client_id: app.clientId, client_secret: app.clientSecret };
    const ask = { ...client, token: String(tokens[kind]) };
    await refuseAuditRows(kind === 'access_token' ? 'access_token.revoked' : 'grant.revoked');
    const logged = platform.logLines.length;
    const refused = await post('/oauth/revoke', ask);
    expect(refused).toMatchObject({ status: 500, body: { error: 'server_error' } });
    expect(platform.logLines.slice(logged).join()).toContain('"request failed"');
    expect((await post('/oauth/introspect', ask)).body).toMatchObject({ active: true });
    await acceptAuditRows();
    expect((await post('/oauth/revoke', ask)).status).toBe(200);
    expect((await post('/oauth/introspect', ask)).body).toEqual({ active: false });
  });
});

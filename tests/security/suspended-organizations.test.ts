import { apiCaller } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startReceiver } from '../../services/registry/testing/webhook-receiver.ts';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import {
  consoleClient,
  firstPartyRedirectUris,
  signInToFirstParty,
} from '../platform/first-party-sign-in.ts';
import { runOperator } from '../platform/operator.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const REASON = 'Case 4711: “unpaid”.';
const DESCRIPTION =
  'the operator of this platform has suspended the organization: Case 4711: ?unpaid?.';
const SCOPES = ['org.permission.customer', 'offline_access'];
const refused = {
  status: 400,
  body: { error: 'invalid_client', error_description: DESCRIPTION },
};

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ firstPartyRedirectUris: consoleClient });
});
afterAll(() => platform.close());

async function suspend({ organizationId }: Pick<ExternalApp, 'organizationId'>) {
  const parameters = ['suspend', organizationId, '--reason', REASON, '--json'];
  return JSON.parse((await runOperator(platform, 'organization', ...parameters)).stdout);
}

async function resume({ organizationId }: Pick<ExternalApp, 'organizationId'>) {
  const ended = await runOperator(platform, 'organization', 'resume', organizationId, '--json');
  return JSON.parse(ended.stdout);
}

type Answer = { status: number; body: { errors?: { code: string; meta?: unknown }[] } };

async function get(url: string, credential: unknown): Promise<Answer> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${credential}` } });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** The credential is refused with the reason, at the registry and at the OAuth service. */
async function expectRefused(credential: unknown): Promise<void> {
  for (const url of [`${platform.baseUrl}/v1/me`, `${platform.oauthUrl}/v1/users`]) {
    await until('the credential is refused', 2_000, async () => {
      return (await get(url, credential)).status === 403;
    });
    const { body } = await get(url, credential);
    expect(body.errors?.[0]).toMatchObject({
      code: 'organization_suspended',
      detail: expect.stringContaining(REASON),
      meta: { reason: REASON },
    });
  }
}

const refresh = (app: ExternalApp, token: unknown) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(token) });

async function refreshConsole(token: unknown) {
  const response = await fetch(`${platform.oauthUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: 'console',
      grant_type: 'refresh_token',
      refresh_token: String(token),
    }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('a suspended organization', () => {
  it('is refused with API keys, tokens of apps and of the console, until it is resumed', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const scope = 'org.permission.apps offline_access';
    const signIn = { clientId: 'console', email: app.email, scope } as const;
    const ofConsole = await signInToFirstParty(platform, signIn);
    expect(await suspend(app)).toEqual({
      id: app.organizationId,
      name: 'Acme',
      suspended: { reason: REASON, since: expect.stringMatching(/Z$/) },
    });
    for (const credential of [app.apiKey, tokens.access_token, ofConsole.access_token]) {
      await expectRefused(credential);
    }
    expect(await refresh(app, tokens.refresh_token)).toEqual(refused);
    expect(await refreshConsole(ofConsole.refresh_token)).toEqual(refused);

    expect(await resume(app)).toMatchObject({ suspended: null });
    const refreshed = await refresh(app, tokens.refresh_token);
    const again = await refreshConsole(ofConsole.refresh_token);
    for (const { status } of [refreshed, again]) expect(status).toBe(200);
    const credentials = [app.apiKey, tokens.access_token, refreshed.body.access_token];
    for (const credential of [...credentials, ofConsole.access_token, again.body.access_token]) {
      await until('the credential is accepted', 2_000, async () => {
        return (await get(`${platform.baseUrl}/v1/me`, credential)).status === 200;
      });
    }
  });

  it('gets no authorization: not of an app, not of the console, and not one under way', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const first = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(first, { email: app.email, password: PASSWORD });
    await suspend(app);
    const late = await browser.submit(consent, { decision: 'allow' });
    const other = new Browser();
    const form = await other.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const fresh = await other.submit(form, { email: app.email, password: PASSWORD });
    const toConsole = new Browser();
    const query = new URLSearchParams({
      client_id: 'console',
      redirect_uri: firstPartyRedirectUris.console[0] ?? '',
      response_type: 'code',
      scope: 'org.permission.apps',
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    });
    const asked = await toConsole.open(
      `${platform.oauthUrl}/oauth/authorize?${query}`,
      platform.oauthUrl,
    );
    const console = await toConsole.submit(asked, { email: app.email, password: PASSWORD });
    for (const { status, html } of [late, fresh, console]) {
      expect([status, html]).toEqual([400, expect.stringContaining('Your organization is')]);
      expect(html).toContain('Case 4711: “unpaid”.');
    }
  });

  it('has no active token at the introspection', async () => {
    const { app, tokens } = await authorizedApp(platform);
    await suspend(app);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const fields = { client_id: app.clientId, client_secret: app.clientSecret };
      const response = await fetch(`${platform.oauthUrl}/oauth/introspect`, {
        method: 'POST',
        body: new URLSearchParams({ ...fields, token: String(token) }),
      });
      expect(await response.json()).toEqual({ active: false });
    }
  });

  it('leaves other organizations alone, those that use its apps too', async () => {
    const owner = await newExternalApp(platform, { visibility: 'public' });
    const { app, tokens } = await authorizedApp(platform);
    const call = apiCaller(platform.baseUrl, app.apiKey);
    expect((await call('POST', '/v1/apps/installed', { app: owner.name })).status).toBe(201);
    await suspend(owner);
    await expectRefused(owner.apiKey);
    const { status } = await get(`${platform.baseUrl}/v1/me`, tokens.access_token);
    expect(status).toBe(200);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
    const browser = new Browser();
    const form = await browser.open(owner.authorizeUrl(SCOPES), platform.oauthUrl);
    const page = await browser.submit(form, { email: app.email, password: PASSWORD });
    expect(page.html).toContain('wants to access');
  });

  it('gets the events of its webhooks when it is resumed', async () => {
    const receiver = await startReceiver();
    const owner = await newExternalApp(platform, {
      visibility: 'public',
      definition: { lifecycleWebhooks: [{ url: receiver.url, events: ['app.installed'] }] },
    });
    const customer = await newExternalApp(platform);
    await suspend(owner);
    const call = apiCaller(platform.baseUrl, customer.apiKey);
    expect((await call('POST', '/v1/apps/installed', { app: owner.name })).status).toBe(201);
    // A dispatcher looks for deliveries right after the commit; the one of another organization is sent.
    const other = await startReceiver();
    await call('POST', '/v1/webhooks', { url: other.url, events: ['app.registered'] });
    const definition = { app: 'heard', version: '0.0.1', title: 'Heard' };
    await call('POST', '/v1/apps/available', definition);
    await other.untilReceived(1);
    expect(receiver.received).toEqual([]);
    await resume(owner);
    expect(await receiver.untilReceived(1)).toHaveLength(1);
    await receiver.close();
    await other.close();
  });

  it('has the suspension, its new reason and its end in the audit trail', async () => {
    const app = await newExternalApp(platform);
    await suspend(app);
    const parameters = ['suspend', app.organizationId, '--reason', 'Another one.', '--json'];
    await runOperator(platform, 'organization', ...parameters);
    await resume(app);
    await resume(app);
    await until('the key is accepted', 2_000, async () => {
      return (await get(`${platform.baseUrl}/v1/me`, app.apiKey)).status === 200;
    });
    const call = apiCaller(platform.baseUrl, app.apiKey);
    const { body } = await call('GET', `/v1/audit?filter[subject]=${app.organizationId}`);
    type Event = { attributes: Record<string, unknown> };
    const changes = body.data.map(({ attributes: { action, before, after } }: Event) => [
      action,
      before,
      after,
    ]);
    expect(changes.slice(0, 3)).toEqual([
      ['organization.resumed', { reason: 'Another one.' }, null],
      ['organization.suspended', { reason: REASON }, { reason: 'Another one.' }],
      ['organization.suspended', null, { reason: REASON }],
    ]);
  });

  it('must exist', async () => {
    const ended = await runOperator(
      platform,
      ...['organization', 'suspend', 'a'.repeat(24), '--reason', REASON],
    );
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('no organization')]);
  });
});

import { Browser } from '@app-platform/testing/http/browser';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const REASON = 'It sold “customer data” \\ see case 4711.';
const IN_ERROR = 'It sold ?customer data? ? see case 4711.';
const SCOPES = ['org.permission.customer', 'offline_access'];

type AuditEvent = {
  attributes: { action: string; actor: { type: string }; before: unknown; after: unknown };
};

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function operator(...parameters: string[]) {
  const ended = await new RunningProcess(['packages/operator/src/main.ts', ...parameters], {
    REGISTRY_INTERNAL_URL: platform.registryInternalUrl,
    OAUTH_INTERNAL_URL: platform.oauthInternalUrl,
    OPERATOR_TOKEN: platform.operatorToken,
  }).finished();
  return ended;
}

const block = (name: string) => operator('app', 'block', name, '--reason', REASON, '--json');
const unblock = (name: string) => operator('app', 'unblock', name, '--json');

async function call(credential: string, path: string, method = 'GET', body?: object) {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}

async function introspect(app: ExternalApp, token: unknown) {
  const fields = { client_id: app.clientId, client_secret: app.clientSecret, token: String(token) };
  const response = await fetch(`${platform.oauthUrl}/oauth/introspect`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, body: await response.json() };
}

const refresh = (app: ExternalApp, token: unknown) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(token) });

async function refusedWithinTwoSeconds(token: unknown): Promise<boolean> {
  const deadline = performance.now() + 2_000;
  while (performance.now() < deadline) {
    if ((await call(String(token), '/v1/me')).status === 401) return true;
  }
  return false;
}

const blockedError = {
  status: 400,
  body: {
    error: 'invalid_client',
    error_description: `the operator of this platform has blocked the app: ${IN_ERROR}`,
  },
};

describe('attack: a malicious app goes on after the operator has found it', () => {
  it('ends access tokens, refreshes and introspection of a blocked app', async () => {
    const { app, tokens } = await authorizedApp(platform);
    const { stdout } = await block(app.name);
    expect(JSON.parse(stdout)).toEqual({
      name: app.name,
      blocked: { reason: REASON, since: expect.stringMatching(/Z$/) },
    });
    expect(await refusedWithinTwoSeconds(tokens.access_token)).toBe(true);
    expect(await refresh(app, tokens.refresh_token)).toEqual(blockedError);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await introspect(app, token)).toEqual({ status: 200, body: { active: false } });
    }
  });

  it('answers 400 with the reason to a client that authenticates by header', async () => {
    const { app, tokens } = await authorizedApp(platform);
    await block(app.name);
    const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64');
    const response = await fetch(`${platform.oauthUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: String(tokens.refresh_token),
      }),
    });
    expect({ status: response.status, body: await response.json() }).toEqual(blockedError);
  });

  it('refuses an authorization, and one under way, with the reason on the page', async () => {
    const app = await newExternalApp(platform);
    await app.install();
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    await block(app.name);
    const late = await browser.submit(consent, { decision: 'allow' });
    const fresh = await new Browser().open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    for (const { status, html } of [late, fresh]) {
      expect(status).toBe(400);
      expect(html).toContain('invalid_client');
      expect(html).toContain('It sold “customer data” \\ see case 4711.');
    }
  });

  it('refuses its installation and upgrade everywhere, alone and as a dependency', async () => {
    const app = await newExternalApp(platform, { visibility: 'public' });
    await app.install();
    const other = await newExternalApp(platform, {
      definition: { dependencies: [`${app.name}-^0.0.1`] },
    });
    await block(app.name);
    const asked: [string, object][] = [
      [app.apiKey, { app: app.name }],
      [other.apiKey, { app: app.name }],
      [other.apiKey, { app: other.name, withDependencies: true }],
    ];
    for (const [apiKey, body] of asked) {
      const answer = await call(apiKey, '/v1/apps/installed', 'POST', body);
      expect([answer.status, answer.body.errors[0]]).toEqual([
        403,
        expect.objectContaining({
          code: 'app_blocked',
          detail: expect.stringContaining(REASON),
          meta: { app: app.name, reason: REASON },
        }),
      ]);
    }
  });

  it('leaves it out of the directory, and shows the block in its records', async () => {
    const app = await newExternalApp(platform, { visibility: 'public' });
    await app.install();
    const blocked = JSON.parse((await block(app.name)).stdout).blocked;
    for (const query of ['', '?q=order', `?q=${app.name}`]) {
      const { body } = await call(app.apiKey, `/v1/apps/available${query}`);
      expect(
        body.data.map((one: { attributes: { name: string } }) => one.attributes.name),
      ).not.toContain(app.name);
    }
    const read = await call(app.apiKey, `/v1/apps/available/${app.name}`);
    expect([read.status, read.body.data.attributes.blocked]).toEqual([200, blocked]);
    const { body: versions } = await call(app.apiKey, `/v1/apps/available/${app.name}/versions`);
    expect(versions.data[0].attributes.blocked).toEqual(blocked);
    const { body: installed } = await call(app.apiKey, '/v1/apps/installed');
    expect(installed.data[0].attributes.blocked).toEqual(blocked);
    await unblock(app.name);
    const after = await call(app.apiKey, `/v1/apps/available/${app.name}`);
    expect(after.body.data.attributes).not.toHaveProperty('blocked');
  });

  it('revives no token and no consent when the block ends', async () => {
    const { app, tokens } = await authorizedApp(platform);
    await block(app.name);
    const { stdout } = await unblock(app.name);
    expect(JSON.parse(stdout)).toEqual({ name: app.name, blocked: null });
    expect(await refusedWithinTwoSeconds(tokens.access_token)).toBe(true);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(400);
    expect((await introspect(app, tokens.access_token)).body).toEqual({ active: false });
    const browser = new Browser();
    const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    expect(consent.html).toContain('wants to access');
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const issued = await app.token({
      grant_type: 'authorization_code',
      code: arrived.url.searchParams.get('code') ?? '',
      redirect_uri: app.redirectUri,
    });
    expect((await call(String(issued.body.access_token), '/v1/me')).status).toBe(200);
    expect((await refresh(app, issued.body.refresh_token)).status).toBe(200);
    // The tokens from before stay refused where the cache is filled with the new installation.
    expect((await call(String(tokens.access_token), '/v1/me')).status).toBe(401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(400);
  });

  it('revives nothing with clocks that stand still or run behind', async () => {
    const { app, tokens } = await authorizedApp(platform);
    platform.now.value = () => new Date(Date.now() - 60_000);
    await block(app.name);
    await unblock(app.name);
    platform.now.value = () => new Date();
    expect((await call(String(tokens.access_token), '/v1/me')).status).toBe(401);
    expect((await refresh(app, tokens.refresh_token)).status).toBe(400);
  });
});

describe('operator app block', () => {
  it('keeps the time and replaces the reason, and records each change', async () => {
    const app = await newExternalApp(platform);
    const first = JSON.parse((await block(app.name)).stdout);
    const again = await operator('app', 'block', app.name, '--reason', 'Another one.', '--json');
    expect(JSON.parse(again.stdout).blocked).toEqual({
      reason: 'Another one.',
      since: first.blocked.since,
    });
    await unblock(app.name);
    await unblock(app.name);
    const { body } = await call(app.apiKey, `/v1/audit?filter[subject]=${app.name}`);
    const events = body.data.map(({ attributes }: AuditEvent) => [
      attributes.action,
      attributes.actor.type,
      attributes.before,
      attributes.after,
    ]);
    expect(events).toEqual(
      expect.arrayContaining([
        ['app.blocked', 'operator', null, { reason: REASON }],
        ['app.blocked', 'operator', { reason: REASON }, { reason: 'Another one.' }],
        ['app.unblocked', 'operator', { reason: 'Another one.' }, null],
      ]),
    );
    expect(events.filter(([action]: string[]) => action === 'app.unblocked')).toHaveLength(1);
  });

  it('refuses an unknown app and a reason that is empty, long or of several lines', async () => {
    const app = await newExternalApp(platform);
    const missing = await operator('app', 'block', 'no_such_app', '--reason', REASON);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no_such_app')]);
    for (const reason of ['', ' ', 'x'.repeat(501), 'one\ntwo', 'a\u0000']) {
      const path = `${platform.registryInternalUrl}/internal/apps/${app.name}/block`;
      const response = await fetch(path, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${platform.operatorToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ reason }),
      });
      expect(response.status).toBe(400);
    }
  });
});

import { administrator } from '@app-platform/testing/http/api-caller';
import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  codeGrant,
  postToken,
  refreshGrant,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

// RFC 8707: one audience for each access token, which neither an exchange nor a refresh changes.

const CONSOLE = 'http://127.0.0.1:4999/console/callback';
const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 86_400;

let platform: Platform;
let app: ExternalApp;
let mcp: string;

beforeAll(async () => {
  const firstPartyRedirectUris = { console: [CONSOLE] };
  ({ platform, app } = await platformWithApp({ firstPartyRedirectUris }));
  mcp = `${platform.baseUrl}/mcp`;
});
afterAll(() => platform.close());

async function exchange(resource: string | undefined, fields: Record<string, string> = {}) {
  const answer = await authorize(platform, app, { ...(resource && { resource }) });
  return (await postToken(platform, { ...codeGrant(app, answer.get('code')), ...fields })).body;
}

function audienceOf(body: Record<string, unknown>): unknown {
  return decodeJwt(String(body.access_token)).aud;
}

describe('the resource of an access token', () => {
  it('is the MCP server for an hour where it was requested, also after refreshes', async () => {
    for (const resource of [mcp, `${mcp}/`]) {
      // The usual form, and forms that oidc-provider answers.
      for (const fields of [{}, { resource }, { ui_locales: 'en' }]) {
        const exchanged = await exchange(resource, fields as Record<string, string>);
        expect([audienceOf(exchanged), exchanged.expires_in]).toEqual([mcp, HOUR_SECONDS]);
        const grant = refreshGrant(app, exchanged.refresh_token);
        const refreshed = (await postToken(platform, { ...grant, ...fields })).body;
        expect([audienceOf(refreshed), refreshed.expires_in]).toEqual([mcp, HOUR_SECONDS]);
      }
    }
  });

  it('is the API for a day otherwise', async () => {
    const exchanged = await exchange(undefined);
    expect([audienceOf(exchanged), exchanged.expires_in]).toEqual([platform.baseUrl, DAY_SECONDS]);
  });

  it('is the same in a pushed request', async () => {
    const { oauthUrl } = platform;
    const { clientId: client_id, clientSecret: client_secret } = app;
    const address = new URL(authorizeAddress(platform, app, { resource: mcp }));
    const pushed = await fetch(`${oauthUrl}/oauth/par`, {
      method: 'POST',
      body: new URLSearchParams([...address.searchParams, ['client_secret', client_secret]]),
    });
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const search = new URLSearchParams({ client_id, request_uri });
    const browser = new HostileBrowser();
    const signIn = await browser.open(`${oauthUrl}/oauth/authorize?${search}`);
    const next = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const last = next.location ? next : await browser.submit(next, { decision: 'allow' });
    const code = arrivedAt(app.redirectUri, last).get('code');
    expect(audienceOf((await postToken(platform, codeGrant(app, code))).body)).toBe(mcp);
  });

  it.each([
    ['another one', 'https://other.example.com'],
    ['a path below', '/mcp/tools'],
    ['two', ['', '/mcp']],
    ['one twice', ['/mcp', '/mcp']],
  ])('is refused as invalid_target: %s', async (_name, paths) => {
    const resource = [paths].flat().map((path) => new URL(path, platform.baseUrl).href);
    const answer = await new HostileBrowser().open(authorizeAddress(platform, app, { resource }));
    expect(arrivedAt(app.redirectUri, answer).get('error')).toBe('invalid_target');
    const code = (await authorize(platform, app, { resource: mcp })).get('code');
    const exchanged = await postToken(platform, { ...codeGrant(app, code), resource });
    expect([exchanged.status, exchanged.body.error]).toEqual([400, 'invalid_target']);
  });

  it('does not change in an exchange or a refresh', async () => {
    for (const [requested, other] of [
      [mcp, platform.baseUrl],
      [platform.baseUrl, mcp],
    ] as const) {
      const answer = await authorize(platform, app, { resource: requested });
      const grant = codeGrant(app, answer.get('code'));
      const refused = await postToken(platform, { ...grant, resource: other });
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_target']);
      const exchanged = await exchange(requested);
      const refresh = refreshGrant(app, exchanged.refresh_token);
      const changed = await postToken(platform, { ...refresh, resource: other });
      expect([changed.status, changed.body.error]).toEqual([400, 'invalid_target']);
      const unchanged = await postToken(platform, { ...refresh, resource: requested });
      expect([unchanged.status, audienceOf(unchanged.body)]).toEqual([200, requested]);
    }
  });

  it('is not the MCP server for the console', async () => {
    const console = { clientId: 'console', redirectUri: CONSOLE };
    const changes = {
      resource: mcp,
      code_challenge: 'c'.repeat(43),
      code_challenge_method: 'S256',
    };
    const answer = await new HostileBrowser().open(authorizeAddress(platform, console, changes));
    expect(arrivedAt(console.redirectUri, answer).get('error')).toBe('invalid_target');
  });
});

describe('the MCP server as a resource', () => {
  const decide = (assistants: string) =>
    fetch(`${platform.oauthUrl}/v1/organization`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${app.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ assistants }),
    });

  it('is refused where the organization allows no assistants, and costs no refresh token', async () => {
    const { refresh_token: token } = await exchange(mcp);
    const { code } = Object.fromEntries(await authorize(platform, app, { resource: mcp }));
    await decide('off');
    const refused = await authorize(platform, app, { resource: mcp });
    expect(refused.get('error')).toBe('access_denied');
    for (const fields of [codeGrant(app, code ?? ''), refreshGrant(app, token)]) {
      const { status, body } = await postToken(platform, fields);
      expect([status, body.error]).toEqual([400, 'invalid_target']);
    }
    expect((await authorize(platform, app)).get('code')).toBeTruthy();
    await decide('read');
    expect((await postToken(platform, refreshGrant(app, token))).status).toBe(200);
  });

  it('does not exist where the operator has switched it off', async () => {
    const other = await platformWithApp({ hasMcp: false });
    const resource = `${other.platform.baseUrl}/mcp`;
    const address = authorizeAddress(other.platform, other.app, { resource });
    const answer = await new HostileBrowser().open(address);
    expect(arrivedAt(other.app.redirectUri, answer).get('error')).toBe('invalid_target');
    const metadata = `${other.platform.oauthUrl}/.well-known/oauth-authorization-server`;
    const { protected_resources } = (await (await fetch(metadata)).json()) as {
      protected_resources: string[];
    };
    expect(protected_resources).toEqual([other.platform.baseUrl]);
    await other.platform.close();
  });
});

describe('a consent', () => {
  it('is for the resource that its page names', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const browser = new HostileBrowser();
    const signIn = await browser.open(authorizeAddress(platform, other));
    const api = await browser.submit(signIn, { email: other.email, password: PASSWORD });
    expect(api.text).toContain('the registry&#39;s API');
    const allowed = await browser.submit(api, { decision: 'allow' });
    expect(allowed.location).toContain('code=');
    const forMcp = authorizeAddress(platform, other, { resource: mcp });
    const asked = await browser.open(forMcp);
    expect(asked.text).toContain('the registry&#39;s MCP server');
    expect((await browser.submit(asked, { decision: 'allow' })).location).toContain('code=');
    // Each is remembered.
    for (const address of [forMcp, authorizeAddress(platform, other)]) {
      expect((await browser.open(address)).location).toContain('code=');
    }
  });

  it('is listed with its resource', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const browser = new HostileBrowser();
    await authorize(platform, other, {}, browser);
    await authorize(platform, other, { resource: mcp }, browser);
    const { body } = await administrator(platform, other.apiKey)('GET', '/v1/grants');
    const listed: { attributes: { resource: string } }[] = body.data;
    expect(listed.map(({ attributes }) => attributes.resource).sort()).toEqual(['api', 'mcp']);
  });

  it('for the MCP server alone is not one for the API', async () => {
    const other = await newExternalApp(platform);
    await other.install();
    const browser = new HostileBrowser();
    await authorize(platform, other, { resource: mcp }, browser);
    const asked = await browser.open(authorizeAddress(platform, other));
    expect(asked.text).toContain('the registry&#39;s API');
  });
});

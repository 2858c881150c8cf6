import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ isBehindTls: true, trustedProxies: 1 });
});
afterAll(() => platform.close());

/** Sends a request to the OAuth service's public port, without the proxy in front. */
const send = (path: string, init: RequestInit = {}) =>
  fetch(platform.oauthUrl.replace('https:', 'http:') + path, { redirect: 'manual', ...init });

describe('a request to an https issuer that did not come over https', () => {
  it('is redirected to the issuer', async () => {
    const { status, headers } = await send('/account/apps?a=b');
    expect([status, headers.get('location')]).toEqual([
      308,
      `${platform.oauthUrl}/account/apps?a=b`,
    ]);
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  it('is refused with an error of RFC 6749 at the token endpoint', async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'any' });
    const refused = await send('/oauth/token', { method: 'POST', body });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toEqual({
      error: 'invalid_request',
      error_description: expect.stringContaining(`Send it to ${platform.oauthUrl}`),
    });
    expect(platform.logLines.join('')).toContain('TRUSTED_PROXIES must count the proxies');
  });

  it('is refused with the error body of the API', async () => {
    const headers = { authorization: 'Bearer any' };
    const refused = await send('/v1/users', { headers });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ code: 'https_required' }] });
  });

  it('is refused with a page where a browser sends a form', async () => {
    const headers = { accept: 'text/html' };
    const refused = await send('/account/sign-out', { method: 'POST', headers });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('This page needs https');
  });
});

describe('a request to an https issuer that came over https', () => {
  it('is served, with HSTS', async () => {
    const path = '/.well-known/oauth-authorization-server';
    const { status, headers } = await send(path, { headers: { 'x-forwarded-proto': 'https' } });
    expect(status).toBe(200);
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  });
});

describe('the internal port', () => {
  it('serves plain HTTP, without HSTS', async () => {
    const { status, headers } = await fetch(`${platform.oauthInternalUrl}/livez`);
    expect([status, headers.has('strict-transport-security')]).toEqual([200, false]);
  });
});

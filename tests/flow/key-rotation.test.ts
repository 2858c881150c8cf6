import { Browser } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { authorizedApp } from '../platform/authorized-app.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const DAY_SECONDS = 86_400;
/** Longer than a new key is published before it signs. */
const LEAD_SECONDS = 1_000;

let platform: Platform;
let app: ExternalApp;
let tokens: Record<string, unknown>;

beforeAll(async () => {
  platform = await startPlatform();
  ({ app, tokens } = await authorizedApp(platform));
});
afterAll(() => platform.close());

const keyOf = (token: unknown) => decodeProtectedHeader(String(token)).kid;

function pass(seconds: number): void {
  const before = platform.now.value;
  platform.now.value = () => new Date(before().getTime() + seconds * 1000);
}

async function operator(method: 'GET' | 'POST', body?: object) {
  const response = await fetch(`${platform.oauthInternalUrl}/internal/signing-keys`, {
    method,
    headers: {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function published() {
  const response = await fetch(`${platform.oauthUrl}/oauth/jwks`);
  const { keys } = (await response.json()) as { keys: Record<string, unknown>[] };
  return { headers: response.headers, keys, ids: keys.map(({ kid }) => kid) };
}

async function refresh(): Promise<Record<string, unknown>> {
  const fields = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
  const { status, body } = await app.token(fields);
  expect(status).toBe(200);
  tokens = body;
  return body;
}

async function callRegistry(token: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${platform.baseUrl}/v1/me`, { headers })).status;
}

/** What is only true in a moment; a test that waits for ever fails by its time limit. */
async function eventually(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('signing keys are rotated without a restart', () => {
  it('the next key is published before it signs, without its private part', async () => {
    const old = keyOf(tokens.access_token);
    const { status, body } = await operator('POST', {});
    expect([status, body.state]).toEqual([201, 'next']);
    const { ids, keys, headers } = await published();
    expect(ids).toEqual([body.id, old]);
    expect(keys.every((key) => !('d' in key) && key.use === 'sig')).toBe(true);
    expect(headers.get('cache-control')).toBe('public, max-age=900');
    expect(keyOf((await refresh()).access_token)).toBe(old);
    expect((await operator('POST', {})).status).toBe(409);
  });

  it('it then signs; what the last key signed goes on until it has expired', async () => {
    const old = tokens.access_token;
    const { ids } = await published();
    pass(LEAD_SECONDS);
    const { access_token: fresh } = await refresh();
    expect(keyOf(fresh)).toBe(ids[0]);
    // The clock jumped over the minutes in which the registry would have read the new key.
    await eventually(async () => (await callRegistry(fresh)) === 200);
    expect(await callRegistry(old)).toBe(200);
    expect((await published()).ids).toEqual(ids);
    const { body } = await operator('GET');
    expect(body).toMatchObject({ keys: [{ state: 'signing' }, { state: 'retired' }] });
    const signIn = () => authorizedApp(platform, {}, {}, ['openid']);
    await eventually(async () => keyOf((await signIn()).tokens.id_token) === ids[0]);
  });

  it('the last key goes when what it signed has expired', async () => {
    const { ids } = await published();
    pass(DAY_SECONDS + 200);
    await eventually(async () => (await published()).ids.length === 1);
    expect((await published()).ids).toEqual([ids[0]]);
  });
});

describe('a key that has leaked', () => {
  beforeAll(async () => {
    await platform.close();
    platform = await startPlatform();
    ({ app, tokens } = await authorizedApp(platform));
  });

  it('is withdrawn at once, and apps refresh', async () => {
    const old = tokens.access_token;
    expect(await callRegistry(old)).toBe(200);
    const { status, body } = await operator('POST', { immediate: true });
    expect([status, body.state]).toEqual([201, 'signing']);
    expect((await published()).ids).toEqual([body.id]);
    await eventually(async () => (await callRegistry(old)) === 401);
    const { access_token: fresh } = await refresh();
    expect(keyOf(fresh)).toBe(body.id);
    // An unknown key makes the registry read the published ones again, which takes a moment.
    await eventually(async () => (await callRegistry(fresh)) === 200);
  });

  it('stops no sign-in that has begun', async () => {
    const begun = await newExternalApp(platform);
    await begun.install();
    const browser = new Browser();
    const scopes = ['org.permission.customer'];
    const signIn = await browser.open(begun.authorizeUrl(scopes), platform.oauthUrl);
    await operator('POST', { immediate: true });
    const consent = await browser.submit(signIn, { email: begun.email, password: PASSWORD });
    await operator('POST', { immediate: true });
    const { url } = await browser.submit(consent, { decision: 'allow' });
    const code = url.searchParams.get('code') ?? '';
    const { redirectUri: redirect_uri } = begun;
    const grant = { grant_type: 'authorization_code', code, redirect_uri };
    expect((await begun.token(grant)).status).toBe(200);
  });
});

import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installPublicClient, type Parameters } from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const LIFETIME_SECONDS = 60;
let platform: Platform;
let app: ExternalApp;
let other: ExternalApp;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp());
  other = await installPublicClient(platform, app);
});
afterAll(() => platform.close());

async function push(changes: Parameters = {}) {
  const usual: Parameters = {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    scope: 'org.permission.customer',
  };
  const fields = Object.entries({ ...usual, ...changes }).filter(
    ([, value]) => value !== undefined,
  );
  const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
    method: 'POST',
    headers: FORM,
    body: new URLSearchParams(fields as [string, string][]).toString(),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) };
}

function use(requestUri: string, client = app, browser = new HostileBrowser()): Promise<Answer> {
  const query = new URLSearchParams({ client_id: client.clientId, request_uri: requestUri });
  return browser.open(`${platform.oauthUrl}/oauth/authorize?${query}`);
}

function expectRefused({ status, location, text }: Answer): void {
  expect([status, location]).toEqual([400, undefined]);
  expect(text).toMatch(/invalid_request/);
}

describe('attack: the request_uri of a pushed request (RFC 9126 section 7)', () => {
  it('of another client is refused', async () => {
    const { body } = await push();
    expectRefused(await use(body.request_uri, other));
  });

  it('guessed is refused', async () => {
    const { body } = await push();
    expect(body.request_uri).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/);
    expectRefused(await use(`${body.request_uri.slice(0, -1)}_`.replace('__', '_a')));
  });

  it('is refused after its lifetime', async () => {
    const { body } = await push();
    expect(body.expires_in).toBe(LIFETIME_SECONDS);
    await platform.passEphemeral(LIFETIME_SECONDS + 1);
    expectRefused(await use(body.request_uri));
  });

  it('is good for one code', async () => {
    const { body } = await push();
    const browser = new HostileBrowser();
    const signIn = await use(body.request_uri, app, browser);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const arrived = await browser.submit(consent, { decision: 'allow' });
    expect(new URL(arrived.location ?? '').searchParams.get('code')).toBeTruthy();
    expectRefused(await use(body.request_uri, app, browser));
  });
});

describe('attack: a pushed request', () => {
  it.each([
    ['a wrong', 'wrong'],
    ['no', undefined],
  ])('401: with %s secret', async (_name, secret) => {
    const { status, body } = await push({ client_secret: secret });
    expect([status, body.error]).toEqual([401, 'invalid_client']);
  });

  it.each<[string, Parameters, string]>([
    ['of an unknown client', { client_id: 'unknown' }, 'invalid_client'],
    ['with a request_uri of its own', { request_uri: 'urn:x' }, 'request_uri_not_supported'],
    ['with another redirect URI', { redirect_uri: 'https://evil.example' }, 'invalid_request'],
    ['with another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['with an unknown scope', { scope: 'unheard-of' }, 'invalid_scope'],
    ['with a plain challenge', { code_challenge: 'a'.repeat(43) }, 'invalid_request'],
  ])('400: %s', async (_name, changes, error) => {
    const { status, body } = await push(changes);
    expect([status, body.error]).toEqual([400, error]);
  });

  it('is answered with a reference that no cache keeps', async () => {
    const { status, headers } = await push();
    expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
  });
});

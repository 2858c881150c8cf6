import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizedApp } from '../platform/authorized-app.ts';
import type { ExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const ENDPOINTS = ['/oauth/revoke', '/oauth/introspect'];
let platform: Platform;
let app: ExternalApp;
let tokens: Record<string, unknown>;

beforeAll(async () => {
  platform = await startPlatform();
  ({ app, tokens } = await authorizedApp(platform));
});
afterAll(() => platform.close());

function post(path: string, fields: Record<string, string>) {
  const body = new URLSearchParams(fields).toString();
  const sent = { method: 'POST', headers: FORM, body };
  return new HostileBrowser().send(platform.oauthUrl + path, sent);
}

const credentials = () => ({ client_id: app.clientId, client_secret: app.clientSecret });

describe.each(ENDPOINTS)('attack: a stranger with a stolen token at %s', (path) => {
  it.each([
    ['a wrong', 'wrong'],
    ['no', ''],
  ])('401: with %s secret', async (_name, secret) => {
    const token = String(tokens.refresh_token);
    const answer = await post(path, { ...credentials(), client_secret: secret, token });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([401, 'invalid_client']);
  });

  it.each([
    ['no client', {}],
    ['an unknown client', { client_id: 'unknown', client_secret: 'x' }],
  ])('400: with %s', async (_name, client) => {
    const answer = await post(path, { ...client, token: String(tokens.refresh_token) });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([
      400,
      expect.stringMatching(/^invalid_(client|request)$/),
    ]);
  });

  it('405: in a query, where logs would keep it', async () => {
    const query = new URLSearchParams({ ...credentials(), token: String(tokens.refresh_token) });
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}${path}?${query}`);
    expect(answer.status).toBe(405);
  });

  it('400: without a token', async () => {
    const answer = await post(path, credentials());
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request']);
  });
});

it('none of them ended the token', async () => {
  const answer = await post('/oauth/introspect', {
    ...credentials(),
    token: String(tokens.refresh_token),
  });
  expect(JSON.parse(answer.text)).toMatchObject({ active: true });
});

it.each([
  ['an unknown token', 'unknown', undefined],
  ['a malformed access token', 'a.b.c', 'access_token'],
  ['a wrong hint', 'unknown', 'refresh_token'],
  ['an unknown hint', 'unknown', 'of_no_kind'],
])('revocation answers 200 for %s (RFC 7009 section 2.2)', async (_name, token, hint) => {
  const fields = { ...credentials(), token, ...(hint && { token_type_hint: hint }) };
  expect((await post('/oauth/revoke', fields)).status).toBe(200);
});

it('introspection says nothing but active: false after a revocation (RFC 7662 section 2.2)', async () => {
  const { app: own, tokens: issued } = await authorizedApp(platform);
  const client = { client_id: own.clientId, client_secret: own.clientSecret };
  const ask = async (token: unknown) =>
    JSON.parse((await post('/oauth/introspect', { ...client, token: String(token) })).text);
  await post('/oauth/revoke', { ...client, token: String(issued.refresh_token) });
  expect(await ask(issued.refresh_token)).toEqual({ active: false });
  expect(await ask(issued.access_token)).toEqual({ active: false });
});

import { FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorize,
  authorizeAddress,
  codeGrant,
  newColleague,
  type Parameters,
  postToken,
  refreshGrant,
  SCOPES,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;
let app: ExternalApp;
let other: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform();
  app = await newExternalApp(platform);
  other = await newExternalApp(platform);
  await Promise.all([app.install(), other.install()]);
});
afterAll(() => platform.close());

const open = (changes: Parameters) =>
  new HostileBrowser().open(authorizeAddress(platform, app, changes));

describe('parameter pollution at authorize', () => {
  it('a doubled client_id is refused with a page', async () => {
    for (const pair of [
      [app.clientId, other.clientId],
      [other.clientId, app.clientId],
      [app.clientId, app.clientId],
    ]) {
      const answer = await open({ client_id: pair });
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain('client_id');
    }
  });

  it('a doubled redirect_uri is refused, and neither gets a code', async () => {
    const answer = await open({ redirect_uri: [app.redirectUri, 'https://evil.example/'] });
    expect(answer.location ?? '').not.toMatch(/evil\.example|code=/);
    expect(answer.text).not.toContain('name="password"');
  });

  it.each([
    ['scope', SCOPES],
    ['response_type', ['code', 'code']],
    ['state', ['one', 'two']],
    ['prompt', ['login', 'none']],
  ])('a doubled %s is refused', async (name, values) => {
    const arrived = arrivedAt(app.redirectUri, await open({ [name]: values }));
    expect([arrived.get('error'), arrived.get('code')]).toEqual(['invalid_request', null]);
  });

  it('a list in brackets is not the parameter', async () => {
    const answer = await open({ client_id: undefined, 'client_id[]': app.clientId });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
  });

  it('a request object, by value or by address, is refused', async () => {
    const request = [{ alg: 'none' }, { client_id: app.clientId, scope: 'org.admin' }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    for (const changes of [
      { request: `${request}.` },
      { request_uri: 'https://evil.example/request' },
    ]) {
      const { status, location = '', text } = await open(changes);
      expect(location || String(status)).toMatch(/error=(request|invalid_request)|^400$/);
      expect(text).not.toContain('name="password"');
    }
  });

  it('response types and modes that hand tokens to a page are refused', async () => {
    for (const type of ['token', 'id_token', 'code token', 'code id_token', 'none']) {
      const arrived = arrivedAt(app.redirectUri, await open({ response_type: type, nonce: 'n' }));
      expect(arrived.get('error')).toBe('unsupported_response_type');
      expect([...arrived.keys()]).not.toEqual(expect.arrayContaining(['access_token', 'code']));
    }
  });

  it('a form post, whose query and body could differ, is none', async () => {
    const address = authorizeAddress(platform, app);
    const answer = await new HostileBrowser().open(address, {
      method: 'POST',
      headers: FORM,
      body: new URL(authorizeAddress(platform, app, { scope: 'org.admin' })).search.slice(1),
    });
    expect([answer.status, answer.location]).toEqual([404, undefined]);
  });
});

describe('missing scope', () => {
  it.each([
    ['none', undefined],
    ['empty', ''],
    ['only separators', ' + '],
  ])('%s: refused, and no code', async (_name, scope) => {
    const arrived = arrivedAt(app.redirectUri, await open({ scope }));
    expect(arrived.get('error')).toMatch(/^invalid_(request|scope)$/);
    expect(arrived.get('code')).toBeNull();
  });
});

describe('parameter pollution at the token endpoint', () => {
  it.each(['client_id', 'client_secret', 'code', 'redirect_uri', 'grant_type'])(
    'a doubled %s is refused',
    async (name) => {
      const grant = codeGrant(app, (await authorize(platform, app)).get('code'));
      const theirs = codeGrant(other, 'another');
      const doubled = { ...grant, [name]: [grant[name] ?? '', theirs[name] ?? ''] };
      const { status, body } = await postToken(platform, doubled);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.error).toMatch(/^(invalid_request|invalid_client)$/);
      expect((await postToken(platform, grant)).status).toBe(200);
    },
  );

  it('credentials in the query count for nothing', async () => {
    const grant = codeGrant(app, (await authorize(platform, app)).get('code'));
    const query = new URLSearchParams(grant).toString();
    const address = `${platform.oauthUrl}/oauth/token?${query}`;
    const bare = await new HostileBrowser().send(address, { method: 'POST', headers: FORM });
    expect(bare.status).toBeGreaterThanOrEqual(400);
    const { client_secret: _secret, ...rest } = grant;
    const body = new URLSearchParams(rest).toString();
    const secretOutside = await new HostileBrowser().send(address, {
      method: 'POST',
      headers: FORM,
      body,
    });
    expect(JSON.parse(secretOutside.text).error).toBe('invalid_client');
    expect((await new HostileBrowser().send(address)).status).toBeGreaterThanOrEqual(400);
  });

  it('two clients, one in the header and one in the body, are refused', async () => {
    const basic = Buffer.from(`${other.clientId}:${other.clientSecret}`).toString('base64');
    const { status, body } = await postToken(platform, refreshGrant(app, 'any'), {
      authorization: `Basic ${basic}`,
    });
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });

  it('JSON is refused', async () => {
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(refreshGrant(app, 'any')),
    });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request']);
  });
});

describe('header pollution', () => {
  it.each([
    ['Host', { host: 'evil.example' }],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'gopher' }],
    ['X-Forwarded-Prefix', { 'x-forwarded-prefix': '/evil', 'x-forwarded-port': '1' }],
    ['Forwarded', { forwarded: 'host=evil.example;proto=gopher' }],
  ])('%s changes nothing in the metadata', async (_name, headers) => {
    const address = `${platform.oauthUrl}/.well-known/oauth-authorization-server`;
    const plain = await new HostileBrowser().send(address);
    const spoofed = await new HostileBrowser().send(address, { headers });
    expect(spoofed.text).toBe(plain.text);
    const metadata = JSON.parse(plain.text) as Record<string, unknown>;
    expect(metadata.token_endpoint).toBe(`${platform.oauthUrl}/oauth/token`);
    const elsewhere = Object.entries(metadata).filter(
      ([name, value]) => name.endsWith('_endpoint') && !String(value).startsWith(platform.oauthUrl),
    );
    expect(elsewhere).toEqual([]);
  });

  it('no header changes the method', async () => {
    const browser = new HostileBrowser();
    const headers = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' };
    const answer = await browser.send(`${platform.oauthUrl}/oauth/token`, { headers });
    expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});

describe('a pushed request', () => {
  it('is not changed by what the query adds to it', async () => {
    const { client_id, client_secret } = codeGrant(app, '');
    const pushed = new URL(authorizeAddress(platform, app)).searchParams;
    pushed.set('client_secret', String(client_secret));
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: pushed.toString(),
    });
    expect(answer.status).toBe(201);
    const query = new URLSearchParams({
      client_id: String(client_id),
      request_uri: JSON.parse(answer.text).request_uri,
      scope: 'org.permission.conversation org.admin.apps',
      redirect_uri: 'https://evil.example/',
    });
    const browser = new HostileBrowser();
    const signIn = await browser.open(`${platform.oauthUrl}/oauth/authorize?${query}`);
    expect(signIn.text).not.toContain('evil.example');
    const email = await newColleague(platform, app);
    const consent = await browser.submit(signIn, { email, password: PASSWORD });
    expect(consent.text).toContain(SCOPES[0]);
    expect(consent.text).not.toMatch(/org\.permission\.conversation|org\.admin|evil\.example/);
  });
});

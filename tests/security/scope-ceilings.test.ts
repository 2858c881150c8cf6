import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const CUSTOMER = 'org.permission.customer';
const READ = 'org.permission.customer.read';
const MESSAGE = 'org.permission.message';
const USER = 'org.permission.user';
const ALL = [READ, CUSTOMER, MESSAGE, USER];
const ASKED = [...ALL, 'offline_access'];

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function call(credential: unknown, path: string, method = 'GET', body?: object) {
  const response = await fetch(`${platform.baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

type Ceilings = { declared?: string[]; held?: string[] };

function newApp({ declared, held = ['org'] }: Ceilings = {}): Promise<ExternalApp> {
  const definition = declared && { roles: declared };
  return newExternalApp(platform, { userRoles: held, ...(definition && { definition }) });
}

async function install(app: ExternalApp, more: object = {}): Promise<string[] | null> {
  const { status, body } = await call(app.apiKey, '/v1/apps/installed', 'POST', {
    app: app.name,
    ...more,
  });
  if (status > 201) throw new Error(JSON.stringify(body));
  return body.data.attributes.roles;
}

async function consentPage(app: ExternalApp, browser: Browser, asked = ASKED): Promise<Visit> {
  const signIn = await browser.open(app.authorizeUrl(asked), platform.oauthUrl);
  return browser.submit(signIn, { email: app.email, password: PASSWORD });
}

async function codeOf(app: ExternalApp): Promise<Record<string, string>> {
  const browser = new Browser();
  const consent = await consentPage(app, browser);
  const { url } = await browser.submit(consent, { decision: 'allow' });
  return {
    grant_type: 'authorization_code',
    code: url.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
  };
}

const scopesOf = ({ body }: { body: Record<string, unknown> }) => String(body.scope).split(' ');
const refresh = (app: ExternalApp, token: unknown, more = {}) =>
  app.token({ grant_type: 'refresh_token', refresh_token: String(token), ...more });

/** The roles of a token at the registry, as soon as they are these or two seconds have passed. */
async function rolesSoon(token: unknown, expected: string[]): Promise<string[]> {
  const deadline = performance.now() + 2_000;
  let roles: string[] = [];
  while (performance.now() < deadline) {
    const { body } = await call(token, '/v1/me');
    roles = body.data.attributes.roles;
    if (roles.join() === expected.join()) break;
  }
  return roles;
}

describe('attack: an app asks for more than its definition, its administrator or its user allow', () => {
  it.each<[string, Ceilings, object, string[]]>([
    ['declared', { declared: [READ, MESSAGE] }, {}, [READ, MESSAGE]],
    ['allowed', {}, { roles: [CUSTOMER] }, [READ, CUSTOMER]],
    ['held', { held: [MESSAGE] }, {}, [MESSAGE]],
    [
      'declared, allowed and held',
      { declared: [CUSTOMER, MESSAGE], held: [READ, MESSAGE, USER] },
      { roles: [CUSTOMER, USER] },
      [READ],
    ],
    ['allowed, if that is nothing', {}, { roles: [] }, []],
    ['anything, without a ceiling', {}, {}, [READ, CUSTOMER, MESSAGE, USER]],
  ])('a token has what is %s', async (_limit, ceilings, request, expected) => {
    const app = await newApp(ceilings);
    await install(app, request);
    const issued = await app.token(await codeOf(app));
    expect(scopesOf(issued)).toEqual([...expected, 'offline_access']);
    const refreshed = await refresh(app, issued.body.refresh_token);
    expect(scopesOf(refreshed)).toEqual([...expected, 'offline_access']);
    const { body } = await call(refreshed.body.access_token, '/v1/me');
    expect(body.data.attributes.roles).toEqual(expected);
  });

  // A request with another parameter is answered by oidc-provider.
  it.each([
    ['on the token fast path', {}],
    ['at oidc-provider', { another: 'parameter' }],
  ])('a lower ceiling limits the exchange of a code and refreshes: %s', async (_path, more) => {
    const app = await newApp();
    await install(app);
    const code = await codeOf(app);
    expect(await install(app, { roles: [CUSTOMER] })).toEqual([CUSTOMER]);
    const issued = await app.token({ ...code, ...more });
    expect(scopesOf(issued)).toEqual([READ, CUSTOMER, 'offline_access']);
    await install(app, { roles: [READ] });
    const refreshed = await refresh(app, issued.body.refresh_token, more);
    expect(scopesOf(refreshed)).toEqual([READ, 'offline_access']);
  });

  it('a lower ceiling limits the access tokens that exist, within two seconds', async () => {
    const app = await newApp();
    await install(app);
    const { body } = await app.token(await codeOf(app));
    expect(await rolesSoon(body.access_token, ALL)).toEqual(ALL);
    await install(app, { roles: [READ] });
    expect(await rolesSoon(body.access_token, [READ])).toEqual([READ]);
  });

  it("a remembered consent gives no more than today's ceiling", async () => {
    const app = await newApp();
    await install(app);
    const browser = new Browser();
    await browser.submit(await consentPage(app, browser), { decision: 'allow' });
    await install(app, { roles: [READ] });
    const { url } = await browser.open(app.authorizeUrl(ASKED), platform.oauthUrl);
    const code = url.searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, redirect_uri: app.redirectUri };
    expect(scopesOf(await app.token(grant))).toEqual([READ, 'offline_access']);
  });
});

describe('a new version', () => {
  async function upgrade(app: ExternalApp, roles: string[]) {
    const short = app.name.replace(`_${app.organizationId}`, '');
    const definition = { app: short, version: '0.0.2', visibility: 'private', roles };
    expect((await call(app.apiKey, '/v1/apps/available', 'POST', definition)).status).toBe(201);
  }

  it('attack: it does not widen what the administrator allowed', async () => {
    const app = await newApp({ declared: [READ] });
    expect(await install(app)).toEqual([READ]);
    await upgrade(app, ['org']);
    expect(await install(app)).toEqual([READ]);
    expect(scopesOf(await app.token(await codeOf(app)))).toEqual([READ, 'offline_access']);
    expect(await install(app, { roles: [CUSTOMER, MESSAGE] })).toEqual([CUSTOMER, MESSAGE]);
    const listed = await call(app.apiKey, '/v1/apps/installed');
    expect(listed.body.data[0].attributes.roles).toEqual([CUSTOMER, MESSAGE]);
  });

  it('narrows what tokens have by its own roles', async () => {
    const app = await newApp({ declared: ['org'] });
    await install(app);
    await upgrade(app, [MESSAGE]);
    const { body } = await app.token(await codeOf(app));
    expect(scopesOf({ body })).toContain(READ);
    await install(app);
    expect(await rolesSoon(body.access_token, [MESSAGE])).toEqual([MESSAGE]);
    const refreshed = await refresh(app, body.refresh_token);
    expect(scopesOf(refreshed)).toEqual([MESSAGE, 'offline_access']);
  });
});

describe('a ceiling', () => {
  it('grants nothing, and needs no role beyond installing', async () => {
    const app = await newApp({ held: [READ] });
    const { body } = await call(app.apiKey, '/v1/api-keys', 'POST', { roles: ['org.admin.apps'] });
    const installer = body.data.attributes.key;
    const roles = ['org'];
    const request = { app: app.name, roles };
    const answer = await call(installer, '/v1/apps/installed', 'POST', request);
    expect([answer.status, answer.body.data.attributes.roles]).toEqual([201, roles]);
    expect(scopesOf(await app.token(await codeOf(app)))).toEqual([READ, 'offline_access']);
  });

  it.each<[string, unknown]>([
    ['a word that is no role', ['customer']],
    ['a role twice', [READ, READ]],
    ['more than 200', Array.from({ length: 201 }, (_, index) => `org.r${index}`)],
    ['no list', READ],
    ['null', null],
  ])('400 for %s', async (_what, roles) => {
    const app = await newApp();
    const answer = await call(app.apiKey, '/v1/apps/installed', 'POST', { app: app.name, roles });
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, 'invalid_body']);
    expect(answer.body.errors[0].source.pointer).toMatch(/^\/roles/);
  });

  it('is changed in the audit trail, and the same ceiling again changes nothing', async () => {
    const app = await newApp();
    await install(app);
    await install(app, { roles: [READ, MESSAGE] });
    await install(app, { roles: [MESSAGE, READ] });
    const subject = `${app.name}-0.0.1`;
    const { body } = await call(app.apiKey, `/v1/audit?filter[subject]=${subject}`);
    const changes = body.data.filter(
      (one: { attributes: { action: string } }) => one.attributes.action === 'installation.changed',
    );
    expect(changes).toHaveLength(1);
    expect(changes[0].attributes).toMatchObject({
      before: { version: '0.0.1' },
      after: { version: '0.0.1', roles: [READ, MESSAGE] },
    });
  });
});

describe('the consent page', () => {
  it('says of each role why it is left out', async () => {
    const app = await newApp({ declared: [CUSTOMER, MESSAGE], held: [CUSTOMER, USER] });
    await install(app, { roles: [READ, MESSAGE] });
    const { html } = await consentPage(app, new Browser());
    const leftOut = [...html.matchAll(/<code>([\w.]+)<\/code><br><span[^>]*>([^<]+)</g)].map(
      ([, scope, reason]) => [scope, reason?.trim()],
    );
    expect(leftOut).toEqual([
      [CUSTOMER, 'Your administrator did not allow it.'],
      [MESSAGE, 'You do not hold it.'],
      [USER, 'The app does not declare it.'],
    ]);
  });
});

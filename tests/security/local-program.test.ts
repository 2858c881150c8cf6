import { createHash, randomBytes } from 'node:crypto';
import { postJson } from '@app-platform/testing/http/api-caller';
import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorizeAddress,
  type Parameters,
  postToken,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const verifier = randomBytes(32).toString('base64url');
const challenge = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};
/** What a program listens on that the user never started. */
const redirectUri = 'http://127.0.0.1:51234/callback';
const cli = { clientId: 'cli', redirectUri };
const webConsole = {
  clientId: 'console',
  redirectUri: 'http://localhost:4000/console/callback',
};
const CEILINGS = {
  cli: 'org.admin.apps org.permission.apps org.admin.api_keys org.admin.audit',
  console: 'org.admin org.permission',
};

let platform: Platform;
/** An organization whose user holds every role. */
let user: ExternalApp;
beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris: {
      cli: ['http://127.0.0.1/callback'],
      console: [webConsole.redirectUri, 'https://127.0.0.1:4443/console/callback'],
    },
  });
  user = await newExternalApp(platform, { userRoles: ['org'] });
});
afterAll(() => platform.close());

type Client = typeof cli;

const request = (client: Client, changes: Parameters = {}) =>
  authorizeAddress(platform, client, { scope: 'org offline_access', ...challenge, ...changes });

/** A browser with a session of the user. */
async function signedIn(email = user.email): Promise<HostileBrowser> {
  const browser = new HostileBrowser();
  const page = await browser.open(`${platform.oauthUrl}/account/apps`);
  await browser.submit(page, { email, password: PASSWORD });
  return browser;
}

const exchange = (client: Client, arrived: URLSearchParams) =>
  postToken(platform, {
    grant_type: 'authorization_code',
    code: arrived.get('code') ?? '',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    code_verifier: verifier,
  });

const PAGE = 'A program on this computer asks for';

function expectPage(answer: Answer): void {
  expect([answer.status, answer.location]).toEqual([200, undefined]);
  expect(answer.text).toContain(PAGE);
  expect(answer.text).toContain('51234');
  expect(answer.text).toContain('name="decision" value="allow"');
  expect(answer.text).toContain('name="decision" value="deny"');
}

describe('attack: a program on this computer opens an authorization request of the command line', () => {
  it('and gets no code without a page, whatever it sends', async () => {
    const browser = await signedIn();
    const requests: Parameters[] = [
      {},
      { scope: 'org.admin.apps' },
      { prompt: 'consent' },
      { max_age: '1000' },
      { scope: 'org.permission.apps offline_access' },
    ];
    for (const changes of requests) expectPage(await browser.open(request(cli, changes)));
    const pushed = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URL(request(cli)).searchParams.toString(),
    });
    const { request_uri } = JSON.parse(pushed.text);
    const address = `${platform.oauthUrl}/oauth/authorize?client_id=cli&request_uri=${request_uri}`;
    expectPage(await browser.open(address));
  });

  it('prompt=none gets interaction_required, and login_required without a session', async () => {
    const silent = request(cli, { prompt: 'none' });
    const known = arrivedAt(redirectUri, await (await signedIn()).open(silent));
    expect([known.get('error'), known.get('code')]).toEqual(['interaction_required', null]);
    const unknown = arrivedAt(redirectUri, await new HostileBrowser().open(silent));
    expect(unknown.get('error')).toBe('login_required');
  });

  it('shows the page again after it was allowed once', async () => {
    const browser = await signedIn();
    const page = await browser.open(request(cli));
    const arrived = arrivedAt(redirectUri, await browser.submit(page, { decision: 'allow' }));
    expect((await exchange(cli, arrived)).status).toBe(200);
    expectPage(await browser.open(request(cli)));
  });

  it('shows the page right after the sign-in too', async () => {
    const browser = new HostileBrowser();
    const signIn = await browser.open(request(cli));
    expectPage(await browser.submit(signIn, { email: user.email, password: PASSWORD }));
  });

  it('gets access_denied where the user denies', async () => {
    const browser = await signedIn();
    const page = await browser.open(request(cli));
    const arrived = arrivedAt(redirectUri, await browser.submit(page, { decision: 'deny' }));
    expect([arrived.get('error'), arrived.get('code')]).toEqual(['access_denied', null]);
  });

  it('gets nothing by a forged form, or a decision that the page does not have', async () => {
    const browser = await signedIn();
    const page = await browser.open(request(cli));
    for (const fields of [{ decision: 'allow', csrf: 'forged' }, { decision: 'ask' }, {}]) {
      const answer = await browser.submit(page, fields);
      expect([answer.status, answer.location]).toEqual([400, undefined]);
      expect(answer.text).toContain(PAGE);
    }
    const stranger = await new HostileBrowser().submit(page, { decision: 'allow' });
    expect([stranger.status, stranger.location]).toEqual([400, undefined]);
  });

  it('leaves an audit event of the decision', async () => {
    const browser = await signedIn();
    for (const decision of ['allow', 'deny']) {
      await browser.submit(await browser.open(request(cli)), { decision });
    }
    const events = (await platform.auditEvents()).slice(-2);
    expect(events.map(({ action, subject }) => [action, subject])).toEqual([
      ['consent.granted', 'cli'],
      ['consent.refused', 'cli'],
    ]);
    expect(events[0]?.detail).toMatchObject({
      granted: `${CEILINGS.cli} offline_access`.split(' '),
    });
  });

  it('has no Allow for a user with none of the roles', async () => {
    const { organizationId } = user;
    const email = 'without-roles@example.com';
    await postJson(`${platform.oauthInternalUrl}/internal/accounts`, platform.operatorToken, {
      ...{ organizationId, email, password: PASSWORD, roles: ['org.permission.customer'] },
    });
    const page = await (await signedIn(email)).open(request(cli));
    expect(page.text).toContain(PAGE);
    expect(page.text).not.toContain('value="allow"');
    expect(page.text).toContain('You do not hold it.');
  });
});

describe('a code that is copied into the command line', () => {
  const codePage = () => ({ clientId: 'cli', redirectUri: `${platform.oauthUrl}/cli/code` });
  const state = 'a-state-of-the-command-line';

  it('is shown on the last page, after a page that warns, and needs the verifier', async () => {
    const client = codePage();
    const browser = await signedIn();
    const page = await browser.open(request(client, { state }));
    expect(page.text).toContain('apps login --code');
    expect(page.text).toContain('send it to nobody');
    expect(page.text).not.toContain('It listens on port');
    const last = await browser.submit(page, { decision: 'allow' });
    expect([last.status, last.headers['cache-control']]).toEqual([200, 'no-store']);
    const shown = [...last.text.matchAll(/<code>([^<]+)<\/code>/g)].map(([, text]) => text);
    expect(shown).toEqual([expect.stringMatching(new RegExp(`^[\\w-]{43}\\.${state}$`))]);
    const code = shown[0]?.split('.')[0] ?? '';
    const thief = await postToken(platform, {
      ...{ grant_type: 'authorization_code', client_id: 'cli', code },
      ...{ redirect_uri: client.redirectUri, code_verifier: 'a'.repeat(43) },
    });
    expect([thief.status, thief.body.error]).toEqual([400, 'invalid_grant']);
    const arrived = new URLSearchParams({ code });
    expect((await exchange(client, arrived)).body.scope).toBe(`${CEILINGS.cli} offline_access`);
    expect((await exchange(client, arrived)).body.error).toBe('invalid_grant');
  });

  it('is not there after a denial, and the page shows nothing that a link brings', async () => {
    const browser = await signedIn();
    const page = await browser.open(request(codePage(), { state }));
    const denied = await browser.submit(page, { decision: 'deny' });
    expect([denied.status, denied.text]).toEqual([200, expect.stringContaining('was denied')]);
    expect(denied.text).not.toContain('<code>');
    for (const query of ['', '?code=call+555', `?code=${'a'.repeat(43)}&state=<b>`, '?code[]=a']) {
      const answer = await new HostileBrowser().open(`${platform.oauthUrl}/cli/code${query}`);
      expect([answer.status, answer.text]).toEqual([
        400,
        expect.stringContaining('cannot continue'),
      ]);
    }
  });

  it('belongs to no other client, and to no other address', async () => {
    for (const redirect_uri of [`${platform.oauthUrl}/cli/code/x`, `${platform.oauthUrl}/device`]) {
      const answer = await new HostileBrowser().open(request(cli, { redirect_uri }));
      expect(answer.text).toContain('invalid_redirect_uri');
    }
    const { redirectUri: redirect_uri } = codePage();
    const answer = await new HostileBrowser().open(request(webConsole, { redirect_uri }));
    expect(answer.text).toContain('invalid_redirect_uri');
  });
});

describe('the scope ceiling of a first-party client', () => {
  async function scopeOf(client: Client, scope: string): Promise<unknown> {
    const browser = await signedIn();
    const page = await browser.open(request(client, { scope }));
    const last = page.location ? page : await browser.submit(page, { decision: 'allow' });
    const { status, body } = await exchange(client, arrivedAt(client.redirectUri, last));
    expect(status).toBe(200);
    return body.scope;
  }

  const cases: [string, Client, string, string][] = [
    ['cli', cli, 'org offline_access', `${CEILINGS.cli} offline_access`],
    [
      'cli',
      cli,
      'org.admin org.permission.customer',
      CEILINGS.cli.replace(' org.permission.apps', ''),
    ],
    ['cli', cli, 'org.permission.apps.read', 'org.permission.apps.read'],
    ['cli', cli, `org.admin.users ${CEILINGS.cli}`, CEILINGS.cli],
    ['console', webConsole, 'org', CEILINGS.console],
    ['console', webConsole, 'org.admin.users org.permission', 'org.admin.users org.permission'],
  ];
  it.each(cases)('narrows what %s asks for: %#', async (_name, client, asked, granted) => {
    expect(await scopeOf(client, asked)).toBe(granted);
  });

  it('access_denied: nothing of the request is below it', async () => {
    const answer = await (await signedIn()).open(request(cli, { scope: 'org.admin.users' }));
    expect(arrivedAt(redirectUri, answer).get('error')).toBe('access_denied');
  });

  it('holds for tokens that a refresh asks for', async () => {
    const browser = await signedIn();
    const page = await browser.open(request(cli));
    const arrived = arrivedAt(redirectUri, await browser.submit(page, { decision: 'allow' }));
    const { body } = await exchange(cli, arrived);
    const refreshed = await postToken(platform, {
      grant_type: 'refresh_token',
      refresh_token: String(body.refresh_token),
      client_id: 'cli',
    });
    expect(refreshed.body.scope).toBe(`${CEILINGS.cli} offline_access`);
  });
});

describe('the redirect URI of the console', () => {
  it('shows no page', async () => {
    const answer = await (await signedIn()).open(request(webConsole));
    expect(arrivedAt(webConsole.redirectUri, answer).get('code')).toEqual(expect.any(String));
  });

  it.each([
    'http://localhost:4001/console/callback',
    'http://localhost/console/callback',
    'http://127.0.0.1:4000/console/callback',
    'https://localhost:4000/console/callback',
    'https://127.0.0.1/console/callback',
    'http://127.0.0.1:4443/console/callback',
    'http://localhost:4000/console/callback?x=1',
  ])('400: attack: %s, which a local program listens on', async (redirect_uri) => {
    const answer = await (await signedIn()).open(request(webConsole, { redirect_uri }));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.text).toContain('invalid_redirect_uri');
  });

  it('may be https on a loopback host beside one of http', async () => {
    const client = { ...webConsole, redirectUri: 'https://127.0.0.1:4443/console/callback' };
    const answer = await (await signedIn()).open(request(client));
    expect(arrivedAt(client.redirectUri, answer).get('code')).toEqual(expect.any(String));
  });
});

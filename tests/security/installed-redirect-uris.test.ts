import { type Answer, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  arrivedAt,
  authorizeAddress,
  codeGrant,
  postToken,
  refreshGrant,
  registerApp,
} from '../platform/authorization-request.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const OLD = 'https://old.example.com/callback';
const NEW = 'https://new.example.com/callback';
const NEVER_INSTALLED = 'https://draft.example.com/callback';

let platform: Platform;
/** A public app with three versions, of which its own organization has none installed. */
let app: ExternalApp;
let versions: Record<'old' | 'new' | 'draft', string>;

beforeAll(async () => {
  platform = await startPlatform();
});
beforeEach(async () => {
  app = await newExternalApp(platform, { visibility: 'public', redirectUri: OLD });
  const register = (version: string, redirectUris: string[]) =>
    registerApp(platform, app, { app: app.name, version, redirectUris });
  await register('0.0.2', [NEW]);
  await register('0.0.3', [NEVER_INSTALLED]);
  const { name } = app;
  versions = { old: `${name}-0.0.1`, new: `${name}-0.0.2`, draft: `${name}-0.0.3` };
});
afterAll(() => platform.close());

/** A user of another organization, which has a version of the app installed. */
async function userOf(version: string): Promise<ExternalApp> {
  const organization = await newExternalApp(platform);
  await install(organization, version);
  const { clientId, clientSecret } = app;
  return { ...organization, clientId, clientSecret };
}

async function install({ apiKey }: ExternalApp, version: string): Promise<void> {
  const answer = await new HostileBrowser().send(`${platform.baseUrl}/v1/apps/installed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ app: version }),
  });
  if (answer.status >= 400) throw new Error(answer.text);
}

const open = (browser: HostileBrowser, redirect_uri: string) =>
  browser.open(authorizeAddress(platform, app, { redirect_uri }));

const signIn = (browser: HostileBrowser, page: Answer, { email }: ExternalApp) =>
  browser.submit(page, { email, password: PASSWORD });

function expectErrorPage({ status, location, text }: Answer): void {
  expect([status, location]).toEqual([400, undefined]);
  expect(text).toContain('invalid_redirect_uri');
}

describe("a version's redirect URIs count only where that version is installed", () => {
  it('a code is sent to those of the version that the organization has installed', async () => {
    for (const [version, redirectUri] of [
      [versions.old, OLD],
      [versions.new, NEW],
    ] as const) {
      const user = { ...(await userOf(version)), redirectUri };
      const browser = new HostileBrowser();
      const consent = await signIn(browser, await open(browser, redirectUri), user);
      const arrived = await browser.submit(consent, { decision: 'allow' });
      const code = arrivedAt(redirectUri, arrived).get('code');
      const { status, body } = await postToken(platform, codeGrant(user, code));
      expect([status, body.error]).toEqual([200, undefined]);
      expect((await postToken(platform, refreshGrant(user, body.refresh_token))).status).toBe(200);
    }
  });

  it('400: nobody signs in for one of a version that no organization has installed', async () => {
    await userOf(versions.old);
    expectErrorPage(await open(new HostileBrowser(), NEVER_INSTALLED));
    expectErrorPage(await open(new HostileBrowser(), NEW));
  });

  it("400: a user is not sent to one of another organization's version, before or after consent", async () => {
    await userOf(versions.new);
    const user = await userOf(versions.old);
    const browser = new HostileBrowser();
    expectErrorPage(await signIn(browser, await open(browser, NEW), user));
    // Signed in now.
    expectErrorPage(await open(browser, NEW));
    const consent = await open(browser, OLD);
    const arrived = arrivedAt(OLD, await browser.submit(consent, { decision: 'allow' }));
    expect(arrived.get('code')).not.toBeNull();
    // The same scopes are remembered now.
    expectErrorPage(await open(browser, NEW));
    expect(arrivedAt(OLD, await open(browser, OLD)).get('code')).not.toBeNull();
    const denied = authorizeAddress(platform, app, { redirect_uri: NEW, prompt: 'none' });
    expectErrorPage(await browser.open(denied));
  });

  it.each(['allow', 'deny'])(
    '400: nor to one of a version that was replaced while the consent page was open: %s',
    async (decision) => {
      const user = await userOf(versions.old);
      await userOf(versions.old);
      const browser = new HostileBrowser();
      const consent = await signIn(browser, await open(browser, OLD), user);
      await install(user, versions.new);
      expectErrorPage(await browser.submit(consent, { decision }));
    },
  );

  it.each([
    ['on the fast path', {}],
    ['by oidc-provider', { unknown: 'x' }],
  ])('400 invalid_grant: nor is a code exchanged that was sent there: %s', async (_way, fields) => {
    const user = { ...(await userOf(versions.old)), redirectUri: OLD };
    const browser = new HostileBrowser();
    const consent = await signIn(browser, await open(browser, OLD), user);
    const arrived = await browser.submit(consent, { decision: 'allow' });
    await install(user, versions.new);
    const grant = codeGrant(user, arrivedAt(OLD, arrived).get('code'));
    const { status, body } = await postToken(platform, { ...grant, ...fields });
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it('a version without redirect URIs of its own has those of the version before', async () => {
    await registerApp(platform, app, {
      app: app.name,
      version: '0.0.4',
      redirectUris: undefined,
    });
    const user = await userOf(`${app.name}-0.0.4`);
    const browser = new HostileBrowser();
    const consent = await signIn(browser, await open(browser, NEVER_INSTALLED), user);
    const arrived = await browser.submit(consent, { decision: 'allow' });
    expect(arrivedAt(NEVER_INSTALLED, arrived).get('code')).not.toBeNull();
  });

  it('the port of a loopback address may differ here too', async () => {
    const redirectUris = ['http://127.0.0.1/callback'];
    await registerApp(platform, app, { app: app.name, version: '0.0.5', redirectUris });
    const user = await userOf(`${app.name}-0.0.5`);
    const redirectUri = 'http://127.0.0.1:51234/callback';
    const browser = new HostileBrowser();
    const consent = await signIn(browser, await open(browser, redirectUri), user);
    const arrived = await browser.submit(consent, { decision: 'allow' });
    const code = arrivedAt(redirectUri, arrived).get('code');
    const grant = codeGrant({ ...user, redirectUri }, code);
    expect((await postToken(platform, grant)).status).toBe(200);
  });
});

import { randomUUID } from 'node:crypto';
import { actionOf, csrfOf, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorizeAddress } from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import type { Upstream } from '../platform/upstream.ts';
import { callbackOf, expectRefused, leave, type Scene, startScene } from './upstream-callback.ts';

const VICTIM = 'victim';
const ATTACKER = 'attacker';
let scene: Scene;
let upstream: Upstream;
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  scene = await startScene(VICTIM);
  ({ upstream, platform, app } = scene);
  await createAccount({ email: 'attacker@example.com', upstreamSubject: ATTACKER });
});
afterAll(() => scene.close());

async function createAccount(account: Record<string, unknown>): Promise<void> {
  const { organizationId } = app;
  const answer = await new HostileBrowser().send(`${platform.oauthInternalUrl}/internal/accounts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${platform.operatorToken}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ organizationId, roles: ['org.permission'], ...account }),
  });
  expect(answer.status).toBe(201);
}

/** Whether the browser is signed in, and as whom. */
async function signedInAs(browser: HostileBrowser): Promise<string | undefined> {
  const page = await browser.open(`${platform.oauthUrl}/account/apps`);
  return /Signed in as ([^<]+)\./.exec(page.text)?.[1];
}

describe('login CSRF', () => {
  it("by the attacker's callback, opened in the victim's browser: the attacker's own still works", async () => {
    const [attacker, victim] = [new HostileBrowser(), new HostileBrowser()];
    const callback = await callbackOf(scene, attacker, ATTACKER);
    await callbackOf(scene, victim, VICTIM);
    expectRefused(await victim.open(callback));
    expect(await signedInAs(victim)).toBeUndefined();
    expect((await attacker.open(callback)).text).toContain('value="allow"');
  });

  it("by the attacker's callback for the account pages", async () => {
    const [attacker, victim] = [new HostileBrowser(), new HostileBrowser()];
    const away = await leave(attacker, await attacker.open(`${platform.oauthUrl}/account/apps`));
    upstream.user.subject = ATTACKER;
    const back = await new HostileBrowser().open(away.location ?? '');
    expectRefused(await victim.open(back.location ?? ''));
    expect(await signedInAs(victim)).toBeUndefined();
    await attacker.open(back.location ?? '');
    expect(await signedInAs(attacker)).toBe('attacker@example.com');
  });

  it("by the attacker's result, in a browser without the interaction, or in its own one", async () => {
    const [attacker, victim] = [new HostileBrowser(), new HostileBrowser()];
    const result = await attacker.send(await callbackOf(scene, attacker, ATTACKER));
    const handedOver = new URL(result.location ?? '', platform.oauthUrl);
    expectRefused(await new HostileBrowser().open(handedOver));
    const own = await victim.open(authorizeAddress(platform, app));
    handedOver.pathname = `${own.url.pathname}/upstream`;
    expectRefused(await victim.open(handedOver));
    expect(await signedInAs(victim)).toBeUndefined();
  });

  it.each(['/interaction', '/account'])(
    'by a form of another site under %s: it leads nowhere',
    async (path) => {
      const browser = new HostileBrowser();
      const address =
        path === '/account' ? `${platform.oauthUrl}/account/apps` : authorizeAddress(platform, app);
      const action = actionOf(await browser.open(address));
      const sent = { method: 'POST', headers: FORM, body: 'csrf=forged' };
      const { location } = await browser.send(action, sent);
      expect(new URL(location ?? '', platform.oauthUrl).origin).toBe(platform.oauthUrl);
    },
  );
});

describe('replay', () => {
  it('of a callback and of a result, in a browser that has every cookie but one', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    const { location } = await browser.send(callback);
    const result = new URL(location ?? '', platform.oauthUrl);
    expect((await browser.open(result)).text).toContain('value="allow"');
    for (const [address, needed] of [
      [callback, /^upstream_/],
      [result, /^interaction(\.sig)?$/],
    ] as const) {
      const thief = new HostileBrowser();
      for (const [name, value] of browser.cookies)
        if (!needed.test(name)) thief.cookies.set(name, value);
      expectRefused(await thief.send(address));
    }
  });

  it('of a callback, with a cookie that was made up', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    await browser.send(callback);
    const name = [...browser.cookies.keys()].find((one) => one.startsWith('upstream_')) ?? '';
    const thief = new HostileBrowser();
    thief.cookies.set(name, 'A'.repeat(43));
    expectRefused(await thief.send(callback));
  });

  it('of a callback with the code of somebody else: the browser keeps its own sign-in', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    const first = await browser.send(callback);
    const other = await callbackOf(scene, new HostileBrowser(), ATTACKER);
    callback.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect((await browser.send(callback)).location).toBe(first.location);
    const consent = await browser.open(new URL(first.location ?? '', platform.oauthUrl));
    expect(consent.text).toContain(`as ${app.email}`);
  });

  it('of a callback and of a result, by the same browser after a minute', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    const { location } = await browser.send(callback);
    const result = new URL(location ?? '', platform.oauthUrl);
    await browser.open(result);
    await platform.passEphemeral(61);
    expectRefused(await browser.send(callback));
    expectRefused(await browser.send(result));
  });

  it('of a code that has expired', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    upstream.expireCodes();
    expectRefused(await browser.open(callback));
  });

  it.each([
    ['a callback', 601],
    ['a result', 61],
  ])('of %s after its time', async (what, seconds) => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    const next = what === 'a result' ? (await browser.send(callback)).location : callback.href;
    await platform.passEphemeral(seconds);
    expectRefused(await browser.open(new URL(next ?? '', platform.oauthUrl)));
  });
});

describe('a forged callback', () => {
  it.each<[string, (callback: URL) => void]>([
    [
      'with a state that nobody made',
      ({ searchParams }) => searchParams.set('state', randomUUID()),
    ],
    ['without a state', ({ searchParams }) => searchParams.delete('state')],
    ['with two states', ({ searchParams }) => searchParams.append('state', randomUUID())],
    [
      'of another provider (mix-up)',
      ({ searchParams }) => searchParams.set('iss', 'https://evil.example'),
    ],
    ['that names no provider (mix-up)', ({ searchParams }) => searchParams.delete('iss')],
    ['without a code', ({ searchParams }) => searchParams.delete('code')],
    ['with two codes', ({ searchParams }) => searchParams.append('code', randomUUID())],
    ['with a token in it', ({ searchParams }) => searchParams.set('response', randomUUID())],
  ])('%s', async (_name, forge) => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    forge(callback);
    expectRefused(await browser.open(callback));
    expect(await signedInAs(browser)).toBeUndefined();
  });

  it("with the victim's code (code injection)", async () => {
    const attacker = new HostileBrowser();
    const stolen = await callbackOf(scene, new HostileBrowser(), VICTIM);
    const callback = await callbackOf(scene, attacker, ATTACKER);
    callback.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    expectRefused(await attacker.open(callback));
    expect(await signedInAs(attacker)).toBeUndefined();
  });

  it('with an error that holds markup', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    callback.searchParams.delete('code');
    callback.searchParams.set('error', '<script>alert(1)</script>');
    callback.searchParams.set('error_description', '<script>alert(1)</script>');
    const answer = await browser.open(callback);
    expectRefused(answer);
    expect(answer.text).not.toContain('alert(1)');
  });
});

describe('taking over an account', () => {
  it('by an email address that the upstream provider calls verified', async () => {
    await createAccount({ email: 'impostor@upstream.example', password: PASSWORD });
    const browser = new HostileBrowser();
    const answer = await browser.open(await callbackOf(scene, browser, 'impostor'));
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining('unknown_user')]);
    expect(await signedInAs(browser)).toBeUndefined();
  });

  it.each(['/interaction', '/account'])('by a password, right as it is, under %s', async (path) => {
    const email = `${randomUUID()}@example.com`;
    await createAccount({ email, password: PASSWORD });
    const browser = new HostileBrowser();
    const address =
      path === '/account' ? `${platform.oauthUrl}/account/apps` : authorizeAddress(platform, app);
    const page = await browser.open(address);
    const action = new URL(actionOf(page).href.replace(/upstream$/, 'sign-in'));
    const fields = { csrf: csrfOf(page), email, password: PASSWORD };
    const body = new URLSearchParams(fields).toString();
    const answer = await browser.open(action, { method: 'POST', headers: FORM, body });
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(await signedInAs(browser)).toBeUndefined();
  });

  it('by a session that was planted: signing in makes a new one', async () => {
    const browser = new HostileBrowser();
    await browser.open(await callbackOf(scene, browser, ATTACKER));
    const planted = browser.cookies.get('session');
    const page = await browser.open(`${authorizeAddress(platform, app)}&prompt=login`);
    const away = await leave(browser, page);
    upstream.user.subject = VICTIM;
    const back = await new HostileBrowser().open(away.location ?? '');
    await browser.open(back.location ?? '');
    expect(await signedInAs(browser)).toBe(app.email);
    expect(browser.cookies.get('session')).not.toBe(planted);
    const attacker = new HostileBrowser();
    attacker.cookies.set('session', planted ?? '');
    expect(await signedInAs(attacker)).toBeUndefined();
  });
});

describe('what a sign-in leaves behind', () => {
  it('is one cookie, out of reach of scripts, that goes a minute after the browser is back', async () => {
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, app));
    const { headers } = await leave(browser, page);
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^upstream_[\w-]{10}=[\w-]{43}\.[\w-]+; Max-Age=600; Path=\/upstream; .*HttpOnly; SameSite=Lax$/,
      ),
    ]);
    const back = await browser.send(await callbackOf(scene, browser, VICTIM));
    expect(back.headers['set-cookie']).toEqual([
      expect.stringMatching(/^upstream_[\w-]{10}=[\w-]{43}\.[\w-]+; Max-Age=60; Path=\/upstream; /),
    ]);
  });

  it('is no cookie where the callback is refused', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    upstream.expireCodes();
    await browser.send(callback);
    expect([...browser.cookies.keys()].join()).not.toContain('upstream_');
  });

  it('is no credential in the logs', async () => {
    const browser = new HostileBrowser();
    const callback = await callbackOf(scene, browser, VICTIM);
    const { location } = await browser.send(callback);
    await browser.open(new URL(location ?? '', platform.oauthUrl));
    await browser.open(callback);
    const log = platform.logLines.join('\n');
    const result = new URL(location ?? '', platform.oauthUrl).searchParams.get('result');
    const { code, state } = Object.fromEntries(callback.searchParams);
    for (const secret of [code, state, result, upstream.options.clientSecret]) {
      expect(String(secret).length).toBeGreaterThan(20);
      expect(log).not.toContain(secret);
    }
  });
});

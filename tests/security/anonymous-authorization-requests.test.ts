import { MemoryStore } from '@app-platform/oauth/testing';
import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  authorizeAddress,
  continued,
  type Parameters,
} from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

const OPEN = 20;
const REQUESTS = 4_000;
const CONCURRENT = 20;
const LONGEST_STATE = 4_096;
const store = new MemoryStore(() => new Date());
let platform: Platform;
let app: ExternalApp;
let lastNetwork = 0;

beforeAll(async () => {
  ({ platform, app } = await platformWithApp({
    signInLimits: { wrongPerAccount: 10, wrongPerNetwork: 50, openPerNetwork: OPEN },
    ephemeral: store,
    trustedProxies: 1,
  }));
});
afterAll(() => platform.close());

/** Headers of a network of its own, as the proxy writes them. */
function newNetwork(): Record<string, string> {
  lastNetwork += 1;
  return { 'x-forwarded-for': `203.0.113.${lastNetwork}` };
}

function ask(
  network: Record<string, string>,
  changes: Parameters = {},
  browser = new HostileBrowser(),
): Promise<Answer> {
  return browser.send(authorizeAddress(platform, app, changes), { headers: network });
}

/** Opens authorization requests, and does nothing more with them. */
async function leaveOpen(network: Record<string, string>, count: number): Promise<number[]> {
  const answers: number[] = [];
  for (let index = 0; index < count; index += 1) answers.push((await ask(network)).status);
  return answers;
}

describe('attack: authorization requests without end, by nobody who signs in', () => {
  it('429: at most so many of one network are open, and others are not affected', async () => {
    const network = newNetwork();
    expect(await leaveOpen(network, OPEN)).toEqual(Array(OPEN).fill(303));
    const refused = await ask(network);
    expect([refused.status, refused.location]).toEqual([429, undefined]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.text).toContain('Too many unfinished sign-ins');
    expect(refused.headers['set-cookie']).toBeUndefined();
    expect((await ask(newNetwork())).status).toBe(303);
  });

  it('429: as JSON to programs', async () => {
    const network = newNetwork();
    await leaveOpen(network, OPEN);
    const refused = await ask({ ...network, accept: 'application/json' });
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      429,
      { error: 'temporarily_unavailable', error_description: expect.any(String) },
    ]);
  });

  it('all at once they count, too', async () => {
    const network = newNetwork();
    const answers = await Promise.all(Array.from({ length: 3 * OPEN }, () => ask(network)));
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(OPEN);
  });

  it('those that are finished, refused or silent do not count', async () => {
    for (let person = 0; person < OPEN + 5; person += 1) await authorize(platform, app);
    const network = newNetwork();
    for (let count = 0; count < OPEN + 5; count += 1) {
      expect((await ask(network, { scope: 'unheard-of' })).status).toBe(400);
      expect((await ask(network, { prompt: 'none' })).status).toBe(303);
    }
    expect((await ask(network)).location).toContain('/interaction/');
  });

  it('a user who is signed in is not affected', async () => {
    const network = newNetwork();
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    await leaveOpen(network, OPEN + 1);
    const answer = await ask(network, {}, browser);
    expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('code=')]);
  });

  it('an old session cookie is nobody signed in, and stores nothing', async () => {
    const network = newNetwork();
    const browser = new HostileBrowser();
    await authorize(platform, app, {}, browser);
    const old = new Map(browser.cookies);
    await endSession(browser);
    await leaveOpen(network, OPEN);
    const { entries } = store.size();
    for (let count = 0; count < OPEN; count += 1) {
      browser.cookies.clear();
      for (const [name, value] of old) browser.cookies.set(name, value);
      expect((await ask(network, {}, browser)).status).toBe(429);
    }
    expect(store.size().entries).toBe(entries);
  });

  it(`memory is flat over ${REQUESTS} requests`, async () => {
    const network = newNetwork();
    const state = 's'.repeat(LONGEST_STATE);
    const before = store.size();
    const statuses = new Map<number, number>();
    const address = authorizeAddress(platform, app, { state });
    const askOn = async (): Promise<void> => {
      for (let count = 0; count < REQUESTS / CONCURRENT; count += 1) {
        const response = await fetch(address, { headers: network, redirect: 'manual' });
        await response.body?.cancel();
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT }, askOn));
    expect(Object.fromEntries(statuses)).toEqual({ 303: OPEN, 429: REQUESTS - OPEN });
    const after = store.size();
    expect(after.entries - before.entries).toBe(OPEN);
    expect(after.characters - before.characters).toBeLessThan(2 * OPEN * LONGEST_STATE);
  });
});

async function endSession(browser: HostileBrowser): Promise<void> {
  const apps = await browser.open(`${platform.oauthUrl}/account/apps`);
  const csrf = /name="csrf" value="([^"]+)"/.exec(apps.text)?.[1] ?? '';
  const body = new URLSearchParams({ csrf }).toString();
  await browser.send(`${platform.oauthUrl}/account/sign-out`, {
    method: 'POST',
    headers: FORM,
    body,
  });
}

describe('attack: parameters that fill the memory', () => {
  it('a state of 4 kB is kept and returned', async () => {
    const state = '€'.repeat(LONGEST_STATE / 4) + 's'.repeat(LONGEST_STATE / 4);
    const browser = new HostileBrowser();
    const page = await browser.open(authorizeAddress(platform, app, { state }), {
      headers: newNetwork(),
    });
    const signedIn = await browser.submit(page, { email: app.email, password: PASSWORD });
    expect(new URL(signedIn.location ?? '').searchParams.get('state')).toBe(state);
  });

  it.each(['state', 'login_hint', 'ui_locales'])(
    '400 invalid_request: a longer %s',
    async (name) => {
      const network = newNetwork();
      const { entries } = store.size();
      const answer = await ask(network, { [name]: 's'.repeat(LONGEST_STATE + 1) });
      expect(answer.status).toBe(400);
      const error = new URL(continued(answer)).searchParams;
      expect(error.get('error')).toBe('invalid_request');
      expect(error.get('error_description')).toContain(`'${name}'`);
      expect(store.size().entries).toBe(entries);
    },
  );

  it('400 invalid_request: a longer state in bytes, though not in characters', async () => {
    expect((await ask(newNetwork(), { state: '€'.repeat(1_400) })).status).toBe(400);
  });

  it('400 invalid_request: a longer state in a pushed request', async () => {
    const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/par`, {
      method: 'POST',
      headers: FORM,
      body: new URLSearchParams({
        client_id: app.clientId,
        client_secret: app.clientSecret,
        redirect_uri: app.redirectUri,
        response_type: 'code',
        scope: 'org.permission.customer',
        state: 's'.repeat(LONGEST_STATE + 1),
      }).toString(),
    });
    expect([answer.status, JSON.parse(answer.text).error]).toEqual([400, 'invalid_request']);
  });
});

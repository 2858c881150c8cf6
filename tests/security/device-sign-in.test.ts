import { HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { decodeJwt } from 'jose';
import { newColleague, postToken } from '../platform/authorization-request.ts';
import {
  DEVICE_SCOPE,
  enterCode,
  pollDevice,
  requestDeviceCode,
  type StartedDevice,
  startDevice,
} from '../platform/device-sign-in.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../platform/external-app.ts';
import { firstPartyRedirectUris } from '../platform/first-party-sign-in.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';

const WRONG_PER_ACCOUNT = 3;
const WRONG_PER_NETWORK = 5;
const OPEN_PER_NETWORK = 4;
let platform: Platform;
let user: ExternalApp;

beforeAll(async () => {
  platform = await startPlatform({
    firstPartyRedirectUris,
    trustedProxies: 1,
    signInLimits: { wrongPerAccount: 10, wrongPerNetwork: 50, openPerNetwork: OPEN_PER_NETWORK },
    userCodeLimits: { wrongPerAccount: WRONG_PER_ACCOUNT, wrongPerNetwork: WRONG_PER_NETWORK },
    rates: { requests: 100_000, refusals: 10 },
  });
  user = await newExternalApp(platform);
  await user.install();
});
afterEach(() => {
  jest.restoreAllMocks();
  platform.now.value = () => new Date();
});
afterAll(() => platform.close());

let lastNetwork = 0;
/** The next caller comes from a network of its own. */
const newNetwork = () => {
  lastNetwork += 1;
  return { 'x-forwarded-for': `198.51.100.${lastNetwork}` };
};

/** A browser in a network of its own. */
function newBrowser(headers = newNetwork()): HostileBrowser {
  const browser = new HostileBrowser();
  const { send } = browser;
  browser.send = (address, sent = {}) =>
    send.call(browser, address, { ...sent, headers: { ...headers, ...sent.headers } });
  return browser;
}

const start = () => startDevice(platform, newNetwork());

const allow = (page: Awaited<ReturnType<typeof enterCode>>, browser: HostileBrowser) =>
  browser.submit(page, { decision: 'allow' });

const WRONG = 'No device waits with this code';

describe('the metadata', () => {
  it.each(['oauth-authorization-server', 'openid-configuration'])(
    'names endpoint and grant: %s',
    async (name) => {
      const response = await fetch(`${platform.oauthUrl}/.well-known/${name}`);
      expect(await response.json()).toMatchObject({
        device_authorization_endpoint: `${platform.oauthUrl}/oauth/device_authorization`,
        grant_types_supported: expect.arrayContaining([
          'urn:ietf:params:oauth:grant-type:device_code',
        ]),
      });
    },
  );
});

describe('a device without a browser', () => {
  it('gets tokens when its user has entered the code and allowed it, once', async () => {
    const device = await start();
    expect(device).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
      verification_uri: `${platform.oauthUrl}/device`,
      verification_uri_complete: `${platform.oauthUrl}/device?user_code=${device.user_code}`,
      expires_in: 600,
      interval: 5,
    });
    const pending = await pollDevice(platform, device);
    expect([pending.status, pending.body.error]).toEqual([400, 'authorization_pending']);
    const browser = newBrowser();
    const typed = device.user_code.toLowerCase().replace('-', ' ');
    const page = await enterCode({ ...device, user_code: typed }, user.email, browser);
    for (const shown of [device.user_code, '198.51.100.', ' UTC', 'Administer apps', user.email]) {
      expect(page.text).toContain(shown);
    }
    expect(page.text).toContain('Continue only if you started this on a device of yours');
    const done = await allow(page, browser);
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('is signed in')]);
    const polls = await Promise.all([1, 2].map(() => pollDevice(platform, device)));
    const errorsOf = polls.map(({ body }) => body.error);
    expect(errorsOf.sort()).toEqual(['invalid_grant', undefined]);
    const tokens = polls.find(({ status }) => status === 200)?.body ?? {};
    expect(tokens).toMatchObject({ token_type: 'bearer', scope: DEVICE_SCOPE });
    const { auth_time } = decodeJwt(String(tokens.access_token));
    expect(auth_time).toBeGreaterThan(Date.now() / 1000 - 60);
    const me = await fetch(`${platform.baseUrl}/v1/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(me.status).toBe(200);
    const refresh = { grant_type: 'refresh_token', client_id: 'cli' };
    const refreshed = await postToken(platform, {
      ...refresh,
      refresh_token: String(tokens.refresh_token),
    });
    expect(refreshed.body).toMatchObject({ scope: DEVICE_SCOPE });
    expect(decodeJwt(String(refreshed.body.access_token)).auth_time).toBe(auth_time);
    // A code that was used is refused kindly.
    const again = await enterCode(device, user.email, browser);
    expect([again.status, again.text]).toEqual([400, expect.stringContaining(WRONG)]);
    // Signing out in that browser ends it, as for each sign-in of the command line.
    const account = await browser.open(`${platform.oauthUrl}/account/apps`);
    await browser.submit(account, {}, '/account/sign-out');
    const { refresh_token } = refreshed.body;
    const ended = await postToken(platform, { ...refresh, refresh_token: String(refresh_token) });
    expect([ended.status, ended.body.error]).toEqual([400, 'invalid_grant']);
  });

  it('waits between two polls, or is told to slow down', async () => {
    const device = await start();
    const outcomes: unknown[] = [];
    for (let poll = 0; poll < 3; poll += 1) {
      outcomes.push((await pollDevice(platform, device)).body.error);
    }
    await platform.passEphemeral(5);
    outcomes.push((await pollDevice(platform, device)).body.error);
    expect(outcomes).toEqual([
      ...['authorization_pending', 'slow_down', 'slow_down'],
      'authorization_pending',
    ]);
  });

  it('does not use up the refusals of its network while it waits', async () => {
    const network = newNetwork();
    const device = await startDevice(platform, network);
    const poll = async (device_code: string) => {
      const fields = { client_id: 'cli', device_code };
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
      return postToken(platform, { grant_type, ...fields }, network);
    };
    for (let count = 0; count < 15; count += 1) {
      expect((await poll(device.device_code)).body.error).toBe('authorization_pending');
      await platform.passEphemeral(5);
    }
    // A guess counts.
    for (let count = 0; count < 10; count += 1) {
      expect((await poll('unknown')).body.error).toBe('invalid_grant');
    }
    expect((await poll('unknown')).status).toBe(429);
  });

  it('is denied', async () => {
    const device = await start();
    const browser = newBrowser();
    const page = await enterCode(device, user.email, browser);
    const denied = await browser.submit(page, { decision: 'deny' });
    expect(denied.text).toContain('was denied access');
    const poll = await pollDevice(platform, device);
    expect([poll.status, poll.body.error]).toEqual([400, 'access_denied']);
    const events = (await platform.auditEvents()).slice(-1);
    expect(events[0]).toMatchObject({ action: 'consent.refused', subject: 'cli' });
    expect(events[0]?.detail).toMatchObject({
      device: { address: expect.stringContaining('198.51.100.') },
    });
  });

  it('has ten minutes', async () => {
    const device = await start();
    const { now } = Date;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + 601_000);
    platform.now.value = () => new Date(Date.now());
    const poll = await pollDevice(platform, device);
    expect([poll.status, poll.body.error]).toEqual([400, 'expired_token']);
    const page = await enterCode(device, user.email, newBrowser());
    expect(page.text).toContain(WRONG);
  });
});

describe('the pages for its user', () => {
  it('fill in the code of a link, and decide nothing by it', async () => {
    const device = await start();
    const browser = newBrowser();
    const page = await browser.open(device.verification_uri_complete);
    expect(page.text).toContain(`value="${device.user_code}"`);
    expect((await pollDevice(platform, device)).body.error).toBe('authorization_pending');
    const next = await browser.submit(page, { user_code: device.user_code });
    expect(next.text).toContain('to continue to the command line');
    const markup = `${device.verification_uri}?user_code=${encodeURIComponent('"><b>')}`;
    expect((await browser.open(markup)).text).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('let the user take another account', async () => {
    const device = await start();
    const browser = newBrowser();
    const colleague = await newColleague(platform, user);
    const page = await enterCode(device, user.email, browser);
    const other = /href="(\/account\/sign-in[^"]*)"/.exec(page.text)?.[1] ?? '';
    const signIn = await browser.open(platform.oauthUrl + other);
    const second = await browser.submit(signIn, { email: colleague, password: PASSWORD });
    expect(second.text).toContain(colleague);
    expect(second.text).toContain(device.user_code);
    await allow(second, browser);
    const { body } = await pollDevice(platform, device);
    expect(body.scope).toBe('org.permission.apps offline_access');
  });

  it('decide once: the first of several decisions counts', async () => {
    const device = await start();
    const browsers = [newBrowser(), newBrowser()] as const;
    const pages = [
      await enterCode(device, user.email, browsers[0]),
      await enterCode(device, user.email, browsers[1]),
    ] as const;
    const answers = await Promise.all([
      browsers[0].submit(pages[0], { decision: 'allow' }),
      browsers[1].submit(pages[1], { decision: 'deny' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { body } = await pollDevice(platform, device);
    expect(body.error).toBe(answers[0].status === 200 ? undefined : 'access_denied');
  });

  it('answer a form that is sent twice the same', async () => {
    const device = await start();
    const browser = newBrowser();
    const page = await enterCode(device, user.email, browser);
    const [first, second] = await Promise.all([allow(page, browser), allow(page, browser)]);
    expect(first.text).toBe(second.text);
    expect(first.text).toContain('is signed in');
  });

  it('take no form of another site, and no code that this browser did not look up', async () => {
    const device = await start();
    const browser = newBrowser();
    const page = await enterCode(device, user.email, browser);
    const forged = await browser.submit(page, { csrf: 'forged', decision: 'allow' });
    expect(forged.text).toContain(device.user_code);
    const address = `${platform.oauthUrl}/device/decision`;
    const sealed = browser.cookies.get('device_code') ?? '';
    const victim = newBrowser();
    victim.cookies.set('device_code', sealed.replace(/\..*/, '.AAAA'));
    expect((await victim.open(address)).url.pathname).toBe('/device');
    const posted = await browser.submit(page, {
      entered: `${device.user_code.replace('-', '')}.AAAA`,
      decision: 'allow',
    });
    expect(posted.text).toContain('name="decision"');
    expect((await pollDevice(platform, device)).body.error).toBe('authorization_pending');
  });

  it('show no Allow to a user without the roles, and take none', async () => {
    const device = await start();
    const browser = newBrowser();
    const { organizationId } = user;
    const email = 'no-roles@example.com';
    await fetch(`${platform.oauthInternalUrl}/internal/accounts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${platform.operatorToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ organizationId, email, password: PASSWORD, roles: [] }),
    });
    const page = await enterCode(device, email, browser);
    expect(page.text).toContain('You do not hold it.');
    expect(page.text).not.toContain('value="allow"');
    const forced = await allow(page, browser);
    expect(forced.text).toContain('name="decision"');
    expect((await pollDevice(platform, device)).body.error).toBe('authorization_pending');
  });

  it('grant nothing that they did not show', async () => {
    const device = await start();
    const browser = newBrowser();
    const page = await enterCode(device, user.email, browser);
    await browser.submit(page, { decision: 'allow', scopes: 'org.admin.apps offline_access' });
    const { body } = await pollDevice(platform, device);
    expect(body.scope).toBe('org.admin.apps offline_access');
  });
});

describe('a device that asks for a recent sign-in', () => {
  const MAX_AGE = '300';
  const { now } = Date;
  /** The clock is ahead by this much from now on. */
  const setClockForward = (seconds: number) => {
    jest.spyOn(Date, 'now').mockImplementation(() => now() + seconds * 1000);
    platform.now.value = () => new Date(Date.now());
  };
  const startRecent = async (max_age: string) => {
    const { status, body } = await requestDeviceCode(platform, { max_age }, newNetwork());
    expect(status).toBe(200);
    return body;
  };
  const enter = async ({ verification_uri, user_code }: StartedDevice, browser: HostileBrowser) =>
    browser.submit(await browser.open(verification_uri), { user_code });
  const signIn = (page: Awaited<ReturnType<typeof enter>>, browser: HostileBrowser) =>
    browser.submit(page, { email: user.email, password: PASSWORD });
  /** A browser in which the user has signed in, with the tokens that the command line got by it. */
  const signedIn = async () => {
    const browser = newBrowser();
    const device = await start();
    await allow(await enterCode(device, user.email, browser), browser);
    return { browser, tokens: (await pollDevice(platform, device)).body };
  };

  it('gets it where the sign-in of the browser is older, and the session goes on', async () => {
    const { browser, tokens } = await signedIn();
    const recent = await startRecent(MAX_AGE);
    expect((await enter(recent, browser)).text).toContain('name="decision"');
    setClockForward(301);
    const device = await startRecent(MAX_AGE);
    const page = await enter(device, browser);
    expect(page.text).toContain('name="password"');
    const decision = await signIn(page, browser);
    expect(decision.text).toContain(device.user_code);
    await allow(decision, browser);
    const { body } = await pollDevice(platform, device);
    const { auth_time } = decodeJwt(String(body.access_token));
    expect(auth_time).toBeGreaterThan(Date.now() / 1000 - 60);
    // What the user signed in to before stays signed in.
    const refresh = { grant_type: 'refresh_token', client_id: 'cli' };
    const refresh_token = String(tokens.refresh_token);
    expect((await postToken(platform, { ...refresh, refresh_token })).status).toBe(200);
    // A device that does not ask takes the session as it is.
    setClockForward(3_600);
    expect((await enter(await start(), browser)).text).toContain('name="decision"');
  });

  it('is not allowed on a page that was shown while the sign-in was recent', async () => {
    const { browser } = await signedIn();
    const device = await startRecent(MAX_AGE);
    const page = await enter(device, browser);
    setClockForward(301);
    expect((await allow(page, browser)).text).toContain('name="password"');
    expect((await pollDevice(platform, device)).body.error).toBe('authorization_pending');
    const denied = await browser.submit(page, { decision: 'deny' });
    expect(denied.text).toContain('was denied access');
  });

  it('gets one after its request for the age 0', async () => {
    const { browser } = await signedIn();
    setClockForward(2);
    const device = await startRecent('0');
    const page = await enter(device, browser);
    expect(page.text).toContain('name="password"');
    const decision = await signIn(page, browser);
    expect(decision.text).toContain('name="decision"');
    expect((await allow(decision, browser)).text).toContain('is signed in');
  });

  it.each(['-1', '1.5', 'x', '9'.repeat(40)])('400: max_age %s is refused', async (max_age) => {
    const { status, body } = await requestDeviceCode(platform, { max_age }, newNetwork());
    expect([status, body.error]).toEqual([400, 'invalid_request']);
  });
});

describe('wrong codes', () => {
  const guess = async (browser: HostileBrowser) => {
    const page = await browser.open(`${platform.oauthUrl}/device`);
    return browser.submit(page, { user_code: 'BCDF-GHJK' });
  };

  it('429: of one network, whatever the browser; right ones do not count', async () => {
    const network = newNetwork();
    for (let count = 0; count < WRONG_PER_NETWORK; count += 1) {
      const device = await start();
      const right = newBrowser(network);
      expect((await enterCode(device, user.email, right)).text).toContain('value="allow"');
      expect((await guess(newBrowser(network))).text).toContain(WRONG);
    }
    const refused = await guess(newBrowser(network));
    expect([refused.status, refused.text]).toEqual([429, expect.stringContaining('Too many')]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await guess(newBrowser())).text).toContain(WRONG);
  });

  it('429: of one account, in several networks', async () => {
    const { email } = await newExternalApp(platform);
    const cookies = newBrowser();
    const device = await start();
    expect((await enterCode(device, email, cookies)).text).toContain('value="allow"');
    const inNewNetwork = () => {
      const browser = newBrowser();
      for (const [name, value] of cookies.cookies) browser.cookies.set(name, value);
      return browser;
    };
    for (let count = 0; count < WRONG_PER_ACCOUNT; count += 1) {
      expect((await guess(inNewNetwork())).text).toContain(WRONG);
    }
    expect((await guess(inNewNetwork())).status).toBe(429);
  });

  it('429: too many devices of a network that wait', async () => {
    const network = newNetwork();
    const decided = await startDevice(platform, network);
    const browser = newBrowser();
    await allow(await enterCode(decided, user.email, browser), browser);
    for (let count = 0; count < OPEN_PER_NETWORK; count += 1) await startDevice(platform, network);
    const { status, headers, body } = await requestDeviceCode(platform, {}, network);
    expect([status, body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('every other client', () => {
  it('may not begin, nor poll', async () => {
    const { clientId: client_id, clientSecret: client_secret } = user;
    const app = { client_id, client_secret, scope: 'org.permission.customer' };
    const began = await requestDeviceCode(platform, app, newNetwork());
    expect([began.status, began.body.error]).toEqual([400, 'unauthorized_client']);
    const ofConsole = await requestDeviceCode(platform, { client_id: 'console' }, newNetwork());
    expect([ofConsole.status, ofConsole.body.error]).toEqual([400, 'unauthorized_client']);
    const unknown = await requestDeviceCode(platform, { client_id: 'unknown' }, newNetwork());
    expect([unknown.status, unknown.body.error]).toEqual([400, 'invalid_client']);
    const device = await start();
    const polled = await pollDevice(platform, device, { client_id, client_secret });
    expect([polled.status, polled.body.error]).toEqual([400, 'unauthorized_client']);
    const other = await pollDevice(platform, device, { client_id: 'console' });
    expect([other.status, other.body.error]).toEqual([400, 'unauthorized_client']);
  });

  it('narrows a request to the ceiling, and refuses one above it', async () => {
    const refused = await requestDeviceCode(platform, { scope: 'org.admin.users' }, newNetwork());
    expect([refused.status, refused.body.error]).toEqual([400, 'access_denied']);
    const unknown = await requestDeviceCode(platform, { scope: 'bogus' }, newNetwork());
    expect([unknown.status, unknown.body.error]).toEqual([400, 'invalid_scope']);
  });
});

it('no code is in the log', async () => {
  const device = await start();
  await newBrowser().open(device.verification_uri_complete);
  await pollDevice(platform, device);
  const log = platform.logLines.join('\n');
  expect(log).not.toContain(device.user_code);
  expect(log).not.toContain(device.device_code);
});

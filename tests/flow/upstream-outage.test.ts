import { Browser, type Visit } from '@app-platform/testing/http/browser';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type ExternalApp, newExternalApp } from '../platform/external-app.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { startUpstream, type Upstream } from '../platform/upstream.ts';

const SUBJECT = 'somebody';
const HOUR_SECONDS = 3_600;
let upstream: Upstream;
let platform: Platform;
let app: ExternalApp;

beforeAll(async () => {
  upstream = await startUpstream();
  upstream.user.subject = SUBJECT;
  platform = await startPlatform({ upstream: upstream.options });
  upstream.register(platform.oauthUrl);
  app = await newExternalApp(platform, { userSubject: SUBJECT });
  await app.install();
});
afterEach(() => {
  upstream.instead.handler = undefined;
});
afterAll(async () => {
  await platform.close();
  await upstream.close();
});

async function signIn(): Promise<Visit> {
  const browser = new Browser({ alsoOn: [upstream.options.issuer] });
  const address = app.authorizeUrl(['org.permission.customer']);
  return browser.submit(await browser.open(address, platform.oauthUrl), {});
}

describe('while the upstream provider is away', () => {
  let hours = 0;

  /** As if nothing had been asked of it lately: what is known of it has to be asked anew. */
  async function later<T>(act: () => Promise<T>): Promise<T> {
    const { value } = platform.now;
    hours += 2;
    platform.now.value = () => new Date(value().getTime() + hours * HOUR_SECONDS * 1000);
    try {
      return await act();
    } finally {
      platform.now.value = value;
    }
  }

  function expectOutage({ status, headers, html }: Visit): void {
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(html).toContain('Nothing is wrong with your account');
  }

  it('says so before the browser goes there, and works when it is back', async () => {
    await later(async () => {
      upstream.instead.handler = (request) => void request.socket.destroy();
      expectOutage(await signIn());
      upstream.instead.handler = undefined;
      expect((await signIn()).html).toContain('value="allow"');
    });
  });

  it.each([
    ['fails', '/token', 500],
    ['is overloaded', '/token', 503],
    ['does not know this service any more', '/token', 401],
    ['publishes no keys', '/jwks', 500],
  ])('says so when it %s', async (_name, path, status) => {
    upstream.instead.handler = (request, response, next) => {
      if (request.path !== path) next();
      else response.status(status).json({ error: 'invalid_client' });
    };
    await later(async () => expectOutage(await signIn()));
  });

  it('says so when it never answers', async () => {
    upstream.instead.handler = (request, _response, next) => {
      if (request.path !== '/token') next();
    };
    expectOutage(await signIn());
  });

  it('says so when it says so', async () => {
    upstream.instead.handler = (request, response, next) => {
      if (request.path !== '/auth') return next();
      const back = new URL(String(request.query.redirect_uri));
      back.searchParams.set('error', 'temporarily_unavailable');
      back.searchParams.set('state', String(request.query.state));
      back.searchParams.set('iss', upstream.options.issuer);
      response.redirect(303, back.href);
    };
    expectOutage(await signIn());
  });
});

import { randomUUID } from 'node:crypto';
import express, { type Request, type Response, type Router } from 'express';
import * as openid from 'openid-client';
import type { Config } from './config.ts';

/** Somebody who is signed in here. */
export type User = { name: string; organization: string; accessToken: string };

type Checks = { state: string; nonce: string; pkceCodeVerifier: string };
type Session = { checks: Checks } | { user: User };

/** `resource` is the address that the access token is for, where it is not the registry's API (RFC 8707). */
type Wanted = { scope: string; resource?: string };

const COOKIE = 'session';
const MOST_SESSIONS = 10_000;

/** `GET /sign-in` and `GET /callback`: OpenID Connect with PKCE. Sessions are kept in memory. */
export class SignIn {
  readonly routes: Router;
  readonly #config: Config;
  readonly #wanted: Wanted;
  readonly #sessions = new Map<string, Session>();
  #platform: Promise<openid.Configuration> | undefined;

  constructor(config: Config, wanted: Wanted) {
    this.#config = config;
    this.#wanted = wanted;
    this.routes = express
      .Router()
      .get('/sign-in', (_request, response) => this.#begin(response))
      .get('/callback', (request, response) => this.#finish(request, response));
  }

  userOf(request: Request): User | undefined {
    const session = this.#sessions.get(sessionId(request));
    return session && 'user' in session ? session.user : undefined;
  }

  async #begin(response: Response): Promise<void> {
    const checks = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      pkceCodeVerifier: openid.randomPKCECodeVerifier(),
    };
    const address = openid.buildAuthorizationUrl(await this.#discover(), {
      ...this.#wanted,
      redirect_uri: `${this.#config.address}/callback`,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    this.#keep(response, { checks });
    response.redirect(address.href);
  }

  async #finish(request: Request, response: Response): Promise<void> {
    const id = sessionId(request);
    const session = this.#sessions.get(id);
    // The checks are of this browser, and serve once.
    this.#sessions.delete(id);
    if (!session || !('checks' in session)) {
      response.status(400).type('text').send('This sign-in did not begin here. Open /sign-in.');
      return;
    }
    const { state, nonce, pkceCodeVerifier } = session.checks;
    const arrived = new URL(request.originalUrl, this.#config.address);
    const expected = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier };
    const { resource } = this.#wanted;
    try {
      const tokens = await openid.authorizationCodeGrant(
        await this.#discover(),
        arrived,
        expected,
        resource === undefined ? undefined : { resource },
      );
      this.#keep(response, { user: userOf(tokens) });
      response.redirect('/');
    } catch (error) {
      console.error('The sign-in failed:', error);
      response.status(400).type('text').send('The sign-in failed. Open /sign-in to try again.');
    }
  }

  /** A new id at each step: one that was set before the sign-in gives no access after it. */
  #keep(response: Response, session: Session): void {
    const id = randomUUID();
    this.#sessions.set(id, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > MOST_SESSIONS && oldest) this.#sessions.delete(oldest);
    const secure = this.#config.address.startsWith('https:');
    response.cookie(COOKIE, id, { httpOnly: true, sameSite: 'lax', secure });
  }

  /** Once. After a failure it is tried again with the next sign-in. */
  async #discover(): Promise<openid.Configuration> {
    this.#platform ??= discover(this.#config);
    try {
      return await this.#platform;
    } catch (error) {
      this.#platform = undefined;
      throw error;
    }
  }
}

function discover({ oauthUrl, clientId, clientSecret }: Config): Promise<openid.Configuration> {
  const authentication = clientSecret ? openid.ClientSecretPost(clientSecret) : openid.None();
  // A platform on this computer has no certificate.
  const execute = oauthUrl.startsWith('http:') ? [openid.allowInsecureRequests] : [];
  return openid.discovery(new URL(oauthUrl), clientId, undefined, authentication, { execute });
}

function userOf(tokens: Awaited<ReturnType<typeof openid.authorizationCodeGrant>>): User {
  const claims: Partial<openid.IDToken> = tokens.claims() ?? {};
  const { sub = '', name, org_name } = claims;
  return {
    name: String(name ?? sub),
    organization: String(org_name ?? ''),
    accessToken: tokens.access_token,
  };
}

function sessionId({ headers }: Request): string {
  return new RegExp(`(?:^|; )${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';
}

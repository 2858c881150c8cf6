import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '@app-platform/runtime';
import * as client from 'openid-client';

/**
 * Why an upstream sign-in cannot continue. `unavailable`: the provider does not answer or is
 * misconfigured. `refused`: the browser's answer is not valid.
 */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly kind: 'unavailable' | 'refused';

  /** @param message shown on the page, so nothing internal; the cause is logged */
  constructor(kind: 'unavailable' | 'refused', message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.kind = kind;
  }
}

/** The upstream OpenID provider, and this service's client there. */
export type UpstreamOptions = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its name on the pages. */
  name: string;
};

/** A user at the upstream provider. */
export type UpstreamIdentity = {
  issuer: string;
  subject: string;
  email: string | undefined;
  name?: string | undefined;
};

/** The values in which an authorization request and its answer must agree. */
export type UpstreamChecks = { state: string; nonce: string; codeVerifier: string };

const TIMEOUT_SECONDS = 3;
const ATTEMPTS = 2;
const MOST_PAUSE_MILLISECONDS = 100;
/** How long the discovered metadata is cached. */
const METADATA_SECONDS = 3_600;

/** OpenID Connect Core section 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** The user did not sign in (OpenID Connect Core section 3.1.2.6). */
const DENIALS = new Set(['access_denied', 'login_required', 'interaction_required']);

/** RFC 6749 section 4.1.2.1. */
const OUTAGES = new Set(['temporarily_unavailable', 'server_error']);

/** openid-client's codes for a missing or malformed answer. */
const NO_ANSWER = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
]);

/** The client of the upstream provider: the code flow with PKCE, with bounded waits. */
export class UpstreamProvider {
  readonly #options: UpstreamOptions;
  readonly #redirectUri: string;
  readonly #clock: Clock;
  #known: { configuration: client.Configuration; until: number } | undefined;
  #discovering: Promise<client.Configuration> | undefined;

  constructor(options: UpstreamOptions, redirectUri: string, clock: Clock) {
    this.#options = options;
    this.#redirectUri = redirectUri;
    this.#clock = clock;
  }

  /**
   * @param reauthenticate whether the user must sign in again despite a session there
   * @returns the address to send the browser to
   * @throws UpstreamFault if the provider does not answer
   */
  async authorizationAddress(checks: UpstreamChecks, reauthenticate: boolean): Promise<string> {
    const configuration = await this.#configuration();
    const challenge = await client.calculatePKCECodeChallenge(checks.codeVerifier);
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid profile email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: challenge,
      code_challenge_method: 'S256',
      ...(reauthenticate && { prompt: 'login' }),
    }).href;
  }

  /**
   * Exchanges the code that the browser came back with.
   * @returns undefined if the user refused to sign in there
   * @throws UpstreamFault if the provider does not answer, or its answer is not valid
   */
  async identify(
    query: URLSearchParams,
    checks: UpstreamChecks,
  ): Promise<UpstreamIdentity | undefined> {
    const configuration = await this.#configuration();
    const address = new URL(`${this.#redirectUri}?${query}`);
    try {
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.codeVerifier,
        idTokenExpected: true,
      });
      return this.#identityOf(tokens.claims());
    } catch (error) {
      if (error instanceof client.AuthorizationResponseError && DENIALS.has(error.error)) {
        return undefined;
      }
      throw faultOf(error);
    }
  }

  #identityOf(claims: client.IDToken | undefined): UpstreamIdentity {
    const { iss = '', sub = '', email, name }: Partial<client.IDToken> = claims ?? {};
    const { issuer } = this.#options;
    // openid-client accepts any tenant of a multi-tenant provider; here the issuer must match.
    if (!URL.canParse(iss) || new URL(iss).href !== new URL(issuer).href || !SUBJECT.test(sub)) {
      throw new UpstreamFault('refused', 'its answer is about a user of another provider');
    }
    return { issuer, subject: sub, email: textOf(email), name: textOf(name) };
  }

  async #configuration(): Promise<client.Configuration> {
    if (this.#known && this.#known.until > this.#clock().getTime()) {
      return this.#known.configuration;
    }
    this.#discovering ??= this.#discover().finally(() => {
      this.#discovering = undefined;
    });
    return this.#discovering;
  }

  async #discover(): Promise<client.Configuration> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const configuration = await discovered(this.#options);
        const until = this.#clock().getTime() + METADATA_SECONDS * 1000;
        this.#known = { configuration, until };
        return configuration;
      } catch (cause) {
        if (attempt === ATTEMPTS) throw unavailable(cause);
        await wait(Math.random() * MOST_PAUSE_MILLISECONDS);
      }
    }
  }
}

function discovered({ issuer, clientId, clientSecret }: UpstreamOptions) {
  const server = new URL(issuer);
  const isPlain = server.protocol === 'http:';
  return client.discovery(server, clientId, undefined, clientAuthentication(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    // Verifies the signature of the ID token, not only the TLS connection.
    execute: [
      client.enableNonRepudiationChecks,
      ...(isPlain ? [client.allowInsecureRequests] : []),
    ],
  });
}

/** In the header, unless the provider supports only the body (OpenID Connect Discovery section 3). */
function clientAuthentication(secret: string): client.ClientAuth {
  const inHeader = client.ClientSecretBasic(secret);
  const inBody = client.ClientSecretPost(secret);
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...request);
  };
}

function faultOf(error: unknown): UpstreamFault {
  if (error instanceof UpstreamFault) return error;
  if (error instanceof client.AuthorizationResponseError) {
    return OUTAGES.has(error.error) ? unavailable(error) : refused(error);
  }
  // Any other refusal means that this service is misconfigured.
  if (error instanceof client.ResponseBodyError) {
    return error.error === 'invalid_grant' ? refused(error) : unavailable(error);
  }
  const isAnswer = error instanceof client.ClientError && !NO_ANSWER.has(error.code ?? '');
  return isAnswer && error.code ? refused(error) : unavailable(error);
}

function unavailable(cause: unknown): UpstreamFault {
  return new UpstreamFault('unavailable', 'it does not answer', { cause });
}

function refused(cause: unknown): UpstreamFault {
  return new UpstreamFault('refused', 'its answer is not valid, or came too late', { cause });
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined;
}

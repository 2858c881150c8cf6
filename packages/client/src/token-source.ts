import type { TokenSource } from './credential.ts';
import type { components } from './generated/oauth.ts';
import { OauthError } from './platform-error.ts';
import { retryingFetch } from './retry.ts';

export type Tokens = { accessToken: string; refreshToken: string; expiresAt: Date };

export type TokenSourceOptions = {
  oauthUrl: string;
  clientId: string;
  /** Of an app that has one. It does not belong in a browser. */
  clientSecret?: string;
  refreshToken: string;
  /** The access token that came with it; without it the first request refreshes. */
  accessToken?: string;
  expiresAt?: Date;
  /** Stores the new tokens. A refresh token is valid for one refresh, so the old one is of no use. */
  onRefresh: (tokens: Tokens) => void | Promise<void>;
  /** How long before its end an access token is refreshed. */
  refreshAheadSeconds?: number;
  /** Used instead of the global `fetch`. */
  fetch?: typeof fetch;
};

/**
 * The service answers a repeated refresh within ten seconds with the same tokens, and takes a later one for
 * theft.
 */
const REFRESH_RETRIES = {
  attempts: 3,
  timeoutSeconds: 5,
  longestWaitSeconds: 6,
  lastAttemptSeconds: 9,
  isRepeatable: () => true,
};

/** Access tokens from a refresh token. Parallel calls share one refresh. */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  return new RefreshingTokenSource(options);
}

class RefreshingTokenSource implements TokenSource {
  readonly #options: TokenSourceOptions;
  readonly #send: (request: Request) => Promise<Response>;
  #current: Omit<Tokens, 'accessToken'> & { accessToken: string | undefined };
  #refreshing: Promise<string> | undefined;

  constructor(options: TokenSourceOptions) {
    const { accessToken, refreshToken, expiresAt = new Date(0) } = options;
    this.#options = options;
    this.#send = retryingFetch(options.fetch ?? fetch, REFRESH_RETRIES);
    this.#current = { accessToken, refreshToken, expiresAt };
  }

  async token(): Promise<string> {
    const { accessToken, expiresAt } = this.#current;
    const { refreshAheadSeconds = 60 } = this.#options;
    const isFresh = expiresAt.getTime() - refreshAheadSeconds * 1000 > Date.now();
    return accessToken !== undefined && isFresh ? accessToken : this.#refresh();
  }

  async renew(refused: string): Promise<string> {
    const { accessToken } = this.#current;
    const isRenewed = accessToken !== undefined && accessToken !== refused;
    return isRenewed && !this.#refreshing ? accessToken : this.#refresh();
  }

  #refresh(): Promise<string> {
    this.#refreshing ??= this.#request().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #request(): Promise<string> {
    const { oauthUrl, clientId, clientSecret, onRefresh } = this.#options;
    const { refreshToken } = this.#current;
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    });
    const address = new URL('oauth/token', oauthUrl.endsWith('/') ? oauthUrl : `${oauthUrl}/`);
    const response = await this.#send(new Request(address, { method: 'POST', body }));
    const token = await readToken(response);
    const tokens = {
      accessToken: token.access_token,
      refreshToken: token.refresh_token ?? refreshToken,
      expiresAt: new Date(Date.now() + token.expires_in * 1000),
    };
    this.#current = tokens;
    await onRefresh(tokens);
    return tokens.accessToken;
  }
}

/** @throws OauthError */
async function readToken(response: Response): Promise<components['schemas']['Token']> {
  const body = await response.json().catch(() => ({}));
  if (response.ok) return body;
  const { error = 'unexpected_answer', error_description: description } = body;
  throw new OauthError(response.status, error, description);
}

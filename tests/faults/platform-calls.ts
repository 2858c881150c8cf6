import { PASSWORD } from '../platform/external-app.ts';
import type { LedgerApp } from './ledger.ts';
import type { Tenant } from './tenant.ts';

export const REDIRECT_URI = 'https://app.example.com/callback';
const SCOPE = 'org.permission.customer+org.permission.apps+offline_access';

/** An answer that came; its body is empty where it is no JSON. */
export type Answer = { status: number; body: Record<string, unknown> };

/** The requests that the workload and the checks are made of. */
export class PlatformCalls {
  readonly #baseUrl: string;
  readonly #oauthUrl: string;

  constructor({ baseUrl, oauthUrl }: { baseUrl: string; oauthUrl: string }) {
    this.#baseUrl = baseUrl;
    this.#oauthUrl = oauthUrl;
  }

  /**
   * Calls the registry with an API key or an access token.
   * @param baseUrl a single replica's address, instead of the load balancer's
   */
  async registry(
    { client }: Tenant,
    credential: string,
    method: string,
    path: string,
    { body, baseUrl = this.#baseUrl, headers = {} }: RegistryOptions = {},
  ): Promise<Answer> {
    const response = await client.send(new URL(path, baseUrl), {
      method,
      headers: {
        authorization: `Bearer ${credential}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answerOf(response);
  }

  /**
   * Posts a form as an app does, its secret in the body.
   * @param oauthUrl a single replica's address, instead of the load balancer's
   */
  async asApp(
    { tenant, clientId }: LedgerApp,
    clientSecret: string,
    path: string,
    fields: Record<string, string>,
    oauthUrl = this.#oauthUrl,
  ): Promise<Answer> {
    const response = await tenant.client.send(new URL(path, oauthUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        ...fields,
      }).toString(),
    });
    return answerOf(response);
  }

  refresh(
    app: LedgerApp,
    clientSecret: string,
    refreshToken: string,
    oauthUrl = this.#oauthUrl,
  ): Promise<Answer> {
    const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
    return this.asApp(app, clientSecret, '/oauth/token', fields, oauthUrl);
  }

  /**
   * Goes through sign-in and consent, as far as either is asked for.
   * @returns the page where that ended: status 0 where it is the app's redirect URI
   */
  async authorize({ tenant, clientId }: LedgerApp): Promise<{ status: number; code: string }> {
    const { browser, email } = tenant;
    const address =
      `${this.#oauthUrl}/oauth/authorize?client_id=${clientId}&response_type=code` +
      `&redirect_uri=${encodeURIComponent(REDIRECT_URI)}&scope=${SCOPE}&state=any`;
    let page = await browser.open(address, this.#oauthUrl);
    if (page.html.includes('name="password"')) {
      page = await browser.submit(page, { email, password: PASSWORD });
    }
    if (page.html.includes('value="allow"')) {
      page = await browser.submit(page, { decision: 'allow' });
    }
    return { status: page.status, code: page.url.searchParams.get('code') ?? '' };
  }
}

export type RegistryOptions = {
  body?: object;
  baseUrl?: string;
  headers?: Record<string, string>;
};

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson && text ? JSON.parse(text) : {} };
}

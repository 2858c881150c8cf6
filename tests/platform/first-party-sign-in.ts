import { createHash, randomBytes } from 'node:crypto';
import { Browser } from '@app-platform/testing/http/browser';
import { type ExternalApp, PASSWORD } from './external-app.ts';
import type { PlatformAddresses } from './platform.ts';

/** For `startPlatform`, which configures no first-party client by itself. */
export const firstPartyRedirectUris = {
  console: ['https://console.example.com/console/callback'],
  cli: ['http://127.0.0.1/callback'],
};

export type FirstPartySignIn = {
  clientId: 'console' | 'cli';
  redirectUri?: string | undefined;
  email: string;
  scope: string;
  /** One of its own without it. */
  browser?: Browser;
  /** Of the token request. */
  headers?: Record<string, string>;
};

/** The answer of the token endpoint. */
export type FirstPartyTokens = { access_token: string; refresh_token?: string; scope: string };

/** Signs in to a first-party client where that is asked, and allows a program on this computer. */
export async function signInToFirstParty(
  { oauthUrl }: PlatformAddresses,
  { clientId, redirectUri, email, scope, browser = new Browser(), headers }: FirstPartySignIn,
): Promise<FirstPartyTokens> {
  const verifier = randomBytes(32).toString('base64url');
  const redirect_uri = redirectUri ?? firstPartyRedirectUris[clientId][0] ?? '';
  const client = { client_id: clientId, redirect_uri };
  const query = new URLSearchParams({
    ...client,
    scope,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  let visit = await browser.open(`${oauthUrl}/oauth/authorize?${query}`, oauthUrl);
  if (visit.html.includes('name="password"')) {
    visit = await browser.submit(visit, { email, password: PASSWORD });
  }
  if (visit.html.includes('name="decision"')) {
    visit = await browser.submit(visit, { decision: 'allow' });
  }
  const code = visit.url.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const response = await fetch(`${oauthUrl}/oauth/token`, {
    method: 'POST',
    ...(headers && { headers }),
    body: new URLSearchParams({ ...client, ...grant }),
  });
  const body = (await response.json()) as FirstPartyTokens;
  if (!body.access_token) throw new Error(`${clientId} got no token: ${JSON.stringify(body)}`);
  return body;
}

/** The console alone. */
export const consoleClient = { console: firstPartyRedirectUris.console };

/** Signs in to the console as an app's user. @returns the access token */
export async function consoleToken(
  platform: PlatformAddresses,
  { email }: Pick<ExternalApp, 'email'>,
  scope: string,
  redirectUri?: string,
): Promise<string> {
  const signIn = { clientId: 'console', redirectUri, email, scope } as const;
  return (await signInToFirstParty(platform, signIn)).access_token;
}

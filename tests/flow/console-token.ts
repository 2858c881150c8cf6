import { createHash, randomBytes } from 'node:crypto';
import { Browser } from './browser.ts';
import { type ExternalApp, PASSWORD } from './external-app.ts';
import type { PlatformAddresses } from './platform.ts';

/** For `startPlatform`, which configures no first-party client by itself. */
export const consoleClient = { console: ['https://console.example.com/console/callback'] };

/** Signs in to the console as an app's user. @returns the access token */
export async function consoleToken(
  { oauthUrl }: PlatformAddresses,
  { email }: Pick<ExternalApp, 'email'>,
  scope: string,
  redirectUri = consoleClient.console[0] ?? '',
): Promise<string> {
  const verifier = randomBytes(32).toString('base64url');
  const client = { client_id: 'console', redirect_uri: redirectUri };
  const query = new URLSearchParams({
    ...client,
    scope,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const browser = new Browser();
  const signIn = await browser.open(`${oauthUrl}/oauth/authorize?${query}`, oauthUrl);
  const arrived = await browser.submit(signIn, { email, password: PASSWORD });
  const code = arrived.url.searchParams.get('code') ?? '';
  const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
  const response = await fetch(`${oauthUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, ...grant }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`the console got no token: ${JSON.stringify(body)}`);
  return body.access_token;
}

import { Browser } from '@app-platform/testing/http/browser';
import {
  type ExternalApp,
  type ExternalAppOptions,
  newExternalApp,
  PASSWORD,
} from './external-app.ts';
import type { PlatformAddresses } from './platform.ts';

const SCOPES = ['org.permission.customer', 'org.permission.apps', 'offline_access'];

/** An installed app whose user has allowed it, and the tokens that it got. */
export async function authorizedApp(
  platform: PlatformAddresses,
  tokenHeaders: Record<string, string> = {},
  options: ExternalAppOptions = {},
  scopes: string[] = SCOPES,
): Promise<{ app: ExternalApp; tokens: Record<string, unknown> }> {
  const app = await newExternalApp(platform, options);
  await app.install();
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision: 'allow' });
  const grant = {
    grant_type: 'authorization_code',
    code: arrived.url.searchParams.get('code') ?? '',
    redirect_uri: app.redirectUri,
  };
  const { status, body } = await app.token(grant, tokenHeaders);
  if (status !== 200) throw new Error(`the code was not exchanged: ${JSON.stringify(body)}`);
  return { app, tokens: body };
}

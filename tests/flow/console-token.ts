import type { ExternalApp } from './external-app.ts';
import { firstPartyRedirectUris, signInToFirstParty } from './first-party-sign-in.ts';
import type { PlatformAddresses } from './platform.ts';

/** For `startPlatform`, which configures no first-party client by itself. */
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

import { administrator } from '../../flow/administrator.ts';
import { Browser } from '../../flow/browser.ts';
import { consoleToken } from '../../flow/console-token.ts';
import { type ExternalApp, newExternalApp, PASSWORD } from '../../flow/external-app.ts';
import type { Platform } from '../../flow/platform.ts';
import { postJson } from '../../flow/post-json.ts';

const SCOPES = ['org.permission.customer', 'offline_access'];

/** An organization with an installed app, which one user has allowed and another one asks for. */
export type OrganizationWithAccess = {
  app: ExternalApp;
  /** Calls the OAuth service's API with an API key. */
  call: ReturnType<typeof administrator>;
  /** Who has allowed the app. */
  allowing: string;
  /** Who asks for it. */
  asking: string;
  /** @returns the email address of a new user */
  newUser(name: string, roles: string[]): Promise<string>;
};

export async function organizationWithAccess(platform: Platform): Promise<OrganizationWithAccess> {
  const app = await newExternalApp(platform, {
    userRoles: ['org.permission'],
    definition: { title: 'Order Tracker' },
  });
  await app.install();
  const call = administrator(platform, app.apiKey);
  const newUser = async (name: string, roles: string[]) => {
    const email = `${name}@example.com`;
    const { status, body } = await call('POST', '/v1/users', { email, roles, password: PASSWORD });
    if (status !== 201) throw new Error(`no user: ${JSON.stringify(body)}`);
    return email;
  };
  await answerConsent(platform, app, app.email, 'allow');
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const asking = await newUser('asking', ['org.permission']);
  await answerConsent(platform, app, asking, 'ask');
  await askForInstallation(platform, app);
  return { app, call, allowing: app.email, asking, newUser };
}

/** The user of the app asks for another one, which is not installed. */
async function askForInstallation(platform: Platform, app: ExternalApp): Promise<void> {
  const wish = { app: 'wish', version: '0.0.1', title: 'Wish' };
  const { data } = await postJson(`${platform.baseUrl}/v1/apps/available`, app.apiKey, wish);
  const redirectUri = `${platform.baseUrl}/console/callback`;
  const token = await consoleToken(platform, app, 'org.permission.apps', redirectUri);
  const request = { app: data.attributes.name, note: 'For the sales team' };
  await postJson(`${platform.baseUrl}/v1/installation-requests`, token, request);
}

async function answerConsent(
  platform: Platform,
  app: ExternalApp,
  email: string,
  decision: 'allow' | 'ask',
): Promise<void> {
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(SCOPES), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision });
  const code = arrived.url.searchParams.get('code');
  if (code === null) return;
  await app.token({ grant_type: 'authorization_code', code, redirect_uri: app.redirectUri });
}

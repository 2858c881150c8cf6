import { administrator, postJson } from '@app-platform/testing/http/api-caller';
import { Browser } from '@app-platform/testing/http/browser';
import { type ExternalApp, newExternalApp, PASSWORD } from '../../platform/external-app.ts';
import { consoleToken } from '../../platform/first-party-sign-in.ts';
import type { Platform } from '../../platform/platform.ts';

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
  /** Asks for it again, with other scopes. */
  askAgain(scopes: string[]): Promise<void>;
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
  await answerConsent(platform, app, { email: app.email, decision: 'allow' });
  await call('PATCH', '/v1/organization', { consentPolicy: 'administrator' });
  const asking = await newUser('asking', ['org.permission']);
  const askAgain = (scopes?: string[]) =>
    answerConsent(platform, app, { email: asking, decision: 'ask', scopes });
  await askAgain();
  await askForInstallation(platform, app);
  return { app, call, allowing: app.email, asking, askAgain, newUser };
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

type Answer = { email: string; decision: 'allow' | 'ask'; scopes?: string[] | undefined };

async function answerConsent(
  platform: Platform,
  app: ExternalApp,
  { email, decision, scopes = SCOPES }: Answer,
): Promise<void> {
  const browser = new Browser();
  const signIn = await browser.open(app.authorizeUrl(scopes), platform.oauthUrl);
  const consent = await browser.submit(signIn, { email, password: PASSWORD });
  const arrived = await browser.submit(consent, { decision });
  const code = arrived.url.searchParams.get('code');
  if (code === null) return;
  await app.token({ grant_type: 'authorization_code', code, redirect_uri: app.redirectUri });
}

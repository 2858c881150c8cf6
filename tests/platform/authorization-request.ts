import { type Answer, FORM, HostileBrowser } from '@app-platform/testing/http/hostile-browser';
import { type ExternalApp, PASSWORD } from './external-app.ts';
import type { Platform } from './platform.ts';

export const SCOPES = ['org.permission.customer', 'offline_access'];

/** Parameters that replace or join the usual ones; nothing removes one, a list repeats it. */
export type Parameters = Record<string, string | string[] | undefined>;

/** An authorization request: the usual one, with what an attacker changes in it. */
export function authorizeAddress(
  platform: Platform,
  app: Pick<ExternalApp, 'clientId' | 'redirectUri'>,
  changes: Parameters = {},
): string {
  const usual: Parameters = {
    client_id: app.clientId,
    redirect_uri: app.redirectUri,
    response_type: 'code',
    scope: SCOPES.join(' '),
    state: 'a-state',
  };
  return `${platform.oauthUrl}/oauth/authorize?${form({ ...usual, ...changes })}`;
}

/**
 * Opens a request, signs in, and allows where that is asked (the same was not granted before).
 * @returns what the browser is sent to the app with
 */
export async function authorize(
  platform: Platform,
  app: ExternalApp,
  changes: Parameters = {},
  browser = new HostileBrowser(),
): Promise<URLSearchParams> {
  const signIn = await browser.open(authorizeAddress(platform, app, changes));
  const next = await browser.submit(signIn, { email: app.email, password: PASSWORD });
  const last = next.location ? next : await browser.submit(next, { decision: 'allow' });
  return arrivedAt(app.redirectUri, last);
}

/** What a redirect hands to an app, or the link on the page that comes before it. */
export function arrivedAt(redirectUri: string, answer: Answer): URLSearchParams {
  const address = answer.location ?? continued(answer);
  if (!address.startsWith(redirectUri)) throw new Error(`not sent to the app: ${answer.text}`);
  return new URL(address).searchParams;
}

/** The link on the page of an error. */
export function continued({ text }: Answer): string {
  const address = /<a [^>]*href="([^"]+)"/.exec(text)?.[1] ?? '';
  return address.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"');
}

export type TokenAnswer = { status: number; body: Record<string, unknown>; answer: Answer };

/** A token request, of exactly these fields. */
export async function postToken(
  platform: Platform,
  fields: Parameters,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const answer = await new HostileBrowser().send(`${platform.oauthUrl}/oauth/token`, {
    method: 'POST',
    headers: { ...FORM, ...headers },
    body: form(fields),
  });
  return { status: answer.status, body: JSON.parse(answer.text), answer };
}

/** What an app sends with its code. */
export function codeGrant(app: ExternalApp, code: string | null): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: app.redirectUri,
    client_id: app.clientId,
    client_secret: app.clientSecret,
  };
}

export function refreshGrant(app: ExternalApp, refreshToken: unknown): Record<string, string> {
  return {
    grant_type: 'refresh_token',
    refresh_token: String(refreshToken),
    client_id: app.clientId,
    client_secret: app.clientSecret,
  };
}

/** One more account of an app's organization. @returns its email address */
export async function newColleague(platform: Platform, app: ExternalApp): Promise<string> {
  const email = `colleague-${Math.random().toString(36).slice(2)}@example.com`;
  const { organizationId } = app;
  const roles = ['org.permission'];
  const answer = await new HostileBrowser().send(`${platform.oauthInternalUrl}/internal/accounts`, {
    method: 'POST',
    headers: jsonHeaders({ apiKey: platform.operatorToken }),
    body: JSON.stringify({ organizationId, email, password: PASSWORD, roles }),
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return email;
}

/** Registers and installs one more app of the same organization, with no secret. */
export async function installPublicClient(
  platform: Platform,
  app: ExternalApp,
  definition: Record<string, unknown> = {},
): Promise<ExternalApp> {
  const registered = await registerApp(platform, app, {
    app: `public_${Math.random().toString(36).slice(2)}`,
    ...definition,
  });
  if (registered.status !== 201) throw new Error(registered.text);
  const { name, clientId } = JSON.parse(registered.text).data.attributes;
  await new HostileBrowser().send(`${platform.baseUrl}/v1/apps/installed`, {
    method: 'POST',
    headers: jsonHeaders(app),
    body: JSON.stringify({ app: name }),
  });
  return { ...app, name, clientId, clientSecret: '' };
}

export function registerApp(
  platform: Platform,
  app: ExternalApp,
  definition: Record<string, unknown>,
): Promise<Answer> {
  return new HostileBrowser().send(`${platform.baseUrl}/v1/apps/available`, {
    method: 'POST',
    headers: jsonHeaders(app),
    body: JSON.stringify({
      version: '0.0.1',
      title: 'An app',
      redirectUris: [app.redirectUri],
      ...definition,
    }),
  });
}

function jsonHeaders({ apiKey }: Pick<ExternalApp, 'apiKey'>): Record<string, string> {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
}

function form(fields: Parameters): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of value === undefined ? [] : [value].flat()) written.append(name, one);
  }
  return written.toString();
}

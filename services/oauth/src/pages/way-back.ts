import type { ClientRecord } from '@app-platform/contracts';
import type { Request, Response } from 'express';
import type { KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import { cookieName } from '../endpoints/cookies.ts';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { consoleUrlOf, type FirstPartyRedirectUris } from '../provider/first-party-clients.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { ignoreOutage } from '../registry-client/registry-unavailable.ts';
import { texts } from '../rendering/page-texts.ts';
import type { AnotherAccount, WayBack } from '../rendering/pages.ts';
import type { InteractionDetails } from './sign-in-page.ts';

type SignedCookies = Pick<KoaContextWithOIDC['cookies'], 'get'>;

export type WayBackDependencies = {
  /** The service's public address. */
  issuer: string;
  clients: Pick<ClientAdapter, 'lookUp'>;
  firstPartyRedirectUris?: FirstPartyRedirectUris;
};

/** A page may be sent the day after, when the interaction itself is long gone. */
const NOTED_SECONDS = 86_400;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Notes in the browser which app an interaction is for. The cookie has the paths of the interaction and
 * of its resumption.
 */
export function noteApp(
  { provider, issuer }: { provider: Provider; issuer: string },
  { uid, params }: InteractionDetails,
  request: Request,
  response: Response,
): void {
  const noted = [params.client_id, webOriginsOf([String(params.redirect_uri)])[0] ?? null];
  const value = Buffer.from(JSON.stringify(noted)).toString('base64url');
  const { cookies } = provider.createContext(request, response);
  for (const folder of ['/interaction', endpointPaths.authorization]) {
    cookies.set(nameOf(issuer), value, {
      httpOnly: true,
      sameSite: 'lax',
      path: `${folder}/${uid}`,
      signed: true,
      maxAge: NOTED_SECONDS * 1000,
    });
  }
}

/**
 * To the app of an interaction that the browser has opened, or else to a page of the platform.
 * @param cookies of the request; the signature is checked
 */
export async function wayBackOf(
  { issuer, clients, firstPartyRedirectUris }: WayBackDependencies,
  cookies: SignedCookies,
): Promise<WayBack> {
  const value = cookies.get(nameOf(issuer), { signed: true });
  if (value !== undefined) {
    const [clientId, origin] = JSON.parse(Buffer.from(value, 'base64url').toString());
    const client = await clients.lookUp(clientId).catch(ignoreOutage);
    const toApp = client && wayBackToApp(client, origin);
    if (toApp) return toApp;
  }
  return wayBackToPlatform(firstPartyRedirectUris);
}

/** The console where there is one, or else the account pages. */
export function wayBackToPlatform(firstPartyRedirectUris?: FirstPartyRedirectUris): WayBack {
  const consoleUrl = consoleUrlOf(firstPartyRedirectUris);
  return consoleUrl === null
    ? { address: '/account', text: texts.wayBack.account, isApp: false }
    : { address: consoleUrl, text: texts.wayBack.console, isApp: false };
}

/**
 * To the site of an app, by its registered redirect URIs alone: any other address would be an open
 * redirector.
 * @param used the origin of the redirect URI that was used, which may be registered no longer
 * @returns undefined for an app that is blocked, not installed, or has no site
 */
export function wayBackToApp(
  client: ClientRecord,
  used: string | null = null,
): WayBack | undefined {
  if (!client.installed || typeof client.blockedReason === 'string') return undefined;
  const origins = webOriginsOf(client.redirectUris);
  const address = origins.find((origin) => origin === used) ?? origins[0];
  return address === undefined
    ? undefined
    : { address, text: texts.wayBack.app(client.title), isApp: true };
}

/** Left out: private-use schemes, and programs that listen on any port of the own computer. */
function webOriginsOf(redirectUris: readonly string[]): string[] {
  return redirectUris
    .filter((uri) => URL.canParse(uri))
    .map((uri) => new URL(uri))
    .filter(({ protocol }) => protocol === 'https:' || protocol === 'http:')
    .filter(({ hostname, port }) => port !== '' || !LOOPBACK.includes(hostname))
    .map(({ origin }) => origin);
}

function nameOf(issuer: string): string {
  return cookieName(issuer, 'sign_in_app', '/interaction');
}

/** What a page offers where it depends on who is signed in. */
export async function anotherAccount(
  registry: OrganizationNames,
  { email, organizationId }: Account,
  address: string,
): Promise<AnotherAccount> {
  const name = await organizationName(registry, organizationId);
  return { sentence: texts.anotherAccount.signedInAs(email, name), address };
}

/** Neither is usable a second time; oidc-provider has read the parameters out of them. */
const READ_BEFORE = ['request', 'request_uri'];

/** The same authorization request, which begins with a sign-in. */
export function addressOfSignIn(parameters: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (typeof value === 'string' && !READ_BEFORE.includes(name)) query.set(name, value);
  }
  const wantsConsent = query.get('prompt')?.split(' ').includes('consent');
  query.set('prompt', wantsConsent ? 'login consent' : 'login');
  return `${endpointPaths.authorization}?${query}`;
}

export type OrganizationNames = Pick<RegistryClient, 'findOrganizationName'>;

/** The name of an organization on a page, or its id: the name is not worth an error page. */
export async function organizationName(registry: OrganizationNames, id: string): Promise<string> {
  return (await registry.findOrganizationName(id).catch(ignoreOutage)) ?? id;
}

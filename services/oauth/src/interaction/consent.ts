import type { ClientRecord } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import type Provider from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import type { ConsentStore } from '../grants/consent-store.ts';
import { newGrant } from '../provider/remembered-consent.ts';
import { grantableScopes, scopesOf } from '../provider/scopes.ts';
import type { Pages } from './pages.ts';
import { scopeWords } from './scope-words.ts';

export type ConsentDependencies = {
  provider: Provider;
  consents: ConsentStore;
  audience: string;
  clock: Clock;
};

export type ConsentRequest = {
  account: Account;
  client: ClientRecord;
  /** The `scope` and `redirect_uri` of the authorization request. */
  parameters: Record<string, unknown>;
};

/** What the consent page says. */
export async function describeConsent(
  consents: ConsentStore,
  { account, client, parameters }: ConsentRequest,
  form: { action: string; csrf: string },
): Promise<Pages['consent']> {
  const asked = scopesOf(parameters.scope);
  const granted = grantableScopes(asked, account.roles);
  const installedSince = new Date(client.installedSince ?? Number.NaN);
  const before = await consents.find(account.id, client.clientId, installedSince);
  return {
    ...form,
    title: `Allow ${client.title}?`,
    app: client.title,
    iconUrl: client.iconUrl?.startsWith('https://') ? client.iconUrl : null,
    developer: client.developer,
    organization: client.organizationName ?? account.organizationId,
    email: account.email,
    scopes: granted.map((scope) => ({
      scope,
      words: scopeWords(scope),
      isNew: before.length > 0 && !before.includes(scope),
    })),
    refusedScopes: asked.filter((scope) => !granted.includes(scope)),
    destination: destinationOf(String(parameters.redirect_uri)),
  };
}

/** Grants what was asked for and may be granted, and remembers it. @returns the grant's id */
export async function grantConsent(
  { provider, consents, audience, clock }: ConsentDependencies,
  { account, client, parameters }: ConsentRequest,
): Promise<string> {
  const asked = scopesOf(parameters.scope);
  const granted = grantableScopes(asked, account.roles);
  await consents.add(account.id, client.clientId, granted, clock());
  const { clientId } = client;
  const grant = await newGrant(provider, {
    accountId: account.id,
    clientId,
    audience,
    granted,
    asked,
  });
  return grant.jti;
}

/** Where the browser goes next, without what only the app understands. */
function destinationOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return host ? `${protocol}//${host}` : protocol;
}

import { isFirstPartyClient } from '@app-platform/contracts';
import type { Grant, KoaContextWithOIDC, default as Provider } from 'oidc-provider';
import type { ConsentStore } from '../grants/consent-store.ts';
import { CODE_AND_TOKEN_SECONDS } from './lifetimes.ts';
import { accountOf } from './platform-account.ts';
import { grantableScopes, OFFLINE_ACCESS, requestedScopes } from './scopes.ts';

/**
 * The grant of an authorization request: that of the consent page, or a new one if the same scopes
 * were granted before, or for a first-party client. Never an old one that has refresh tokens: they
 * would be revoked together.
 */
export async function grantOf(
  context: KoaContextWithOIDC,
  consents: ConsentStore,
  audience: string,
): Promise<Grant | undefined> {
  const { oidc } = context;
  const consentedTo = oidc.result?.consent?.grantId;
  if (consentedTo) return oidc.provider.Grant.find(consentedTo);
  const account = accountOf(oidc.account);
  const clientId = oidc.client?.clientId;
  if (!account || !clientId) return undefined;
  const { accountId, installedSince } = account;
  const asked = requestedScopes(context);
  const grantable = grantableScopes(asked, account);
  if (grantable.length === 0) return undefined;
  if (isFirstPartyClient(clientId)) {
    const earlier = await grantOfSession(context, audience, grantable);
    if (earlier) return earlier;
  } else {
    if (!installedSince) return undefined;
    const remembered = new Set(await consents.find(accountId, clientId, installedSince));
    if (!grantable.every((scope) => remembered.has(scope))) return undefined;
  }
  return newGrant(oidc.provider, {
    accountId,
    clientId,
    installedSince,
    audience,
    granted: grantable,
    asked,
  });
}

/**
 * The grant that the session has given to the client, if it is of the same scopes, has no refresh
 * token, and outlives a new access token. Each page load of the console would leave another one.
 */
async function grantOfSession(
  { oidc }: KoaContextWithOIDC,
  audience: string,
  scopes: readonly string[],
): Promise<Grant | undefined> {
  const id = oidc.session?.grantIdFor(oidc.client?.clientId ?? '');
  if (!id || scopes.includes(OFFLINE_ACCESS)) return undefined;
  const grant = await oidc.provider.Grant.find(id);
  if (!grant || grant.accountId !== oidc.account?.accountId) return undefined;
  const granted = grant.getResourceScope(audience).split(' ').sort();
  const isSame = granted.join(' ') === [...scopes].sort().join(' ');
  return isSame && grant.remainingTTL >= CODE_AND_TOKEN_SECONDS ? grant : undefined;
}

/** The property that {@link keepInstallations} adds to grants. */
export type InstalledGrant = { installedSince?: number };

/** Stores in grants the installation that they were given to: they end with it. */
export function keepInstallations({ Grant: model }: Provider): void {
  const properties = Reflect.get(model, 'IN_PAYLOAD') as string[];
  Object.defineProperty(model, 'IN_PAYLOAD', { value: [...properties, 'installedSince'] });
}

export type GrantOptions = {
  accountId: string;
  clientId: string;
  /** Of the installation that the scopes are granted to; undefined for a first-party client. */
  installedSince: Date | undefined;
  audience: string;
  granted: readonly string[];
  /** A requested scope that is not granted is rejected, otherwise oidc-provider asks again and again. */
  asked: readonly string[];
};

/** Creates and saves a grant. */
export async function newGrant(
  provider: KoaContextWithOIDC['oidc']['provider'],
  { accountId, clientId, installedSince, audience, granted, asked }: GrantOptions,
): Promise<Grant> {
  const grant = new provider.Grant({ accountId, clientId });
  const installed: InstalledGrant = installedSince
    ? { installedSince: installedSince.getTime() }
    : {};
  Object.assign(grant, installed);
  grant.addResourceScope(audience, granted.join(' '));
  // oidc-provider also needs it as an OpenID scope.
  if (granted.includes(OFFLINE_ACCESS)) grant.addOIDCScope(OFFLINE_ACCESS);
  const rejected = asked.filter((scope) => !granted.includes(scope));
  if (rejected.length > 0) grant.rejectResourceScope(audience, rejected.join(' '));
  await grant.save();
  return grant;
}

import { isFirstPartyClient } from '@app-platform/contracts';
import { errors, type Grant, type KoaContextWithOIDC, type Session } from 'oidc-provider';
import type { SessionGrants } from '../grants/revoke-access.ts';
import { awaitsDecision } from './first-party-clients.ts';
import { CODE_AND_TOKEN_SECONDS } from './lifetimes.ts';
import { accountOf, type VersionedSession } from './provider-account.ts';
import type { ProviderTransactions } from './provider-transactions.ts';
import { requestedResource } from './resources.ts';
import { grantableScopes, OFFLINE_ACCESS, otherScopes, requestedScopes } from './scopes.ts';

export type GrantDependencies = {
  transactions: Pick<ProviderTransactions, 'stores'>;
  sessionGrants: SessionGrants;
  /** The registry's public address. */
  audience: string;
};

/**
 * The grant of an authorization request: that of the consent page, or a new one if the same scopes
 * were granted before, or for a first-party client. Never an old one that has refresh tokens: they
 * would be revoked together.
 */
export async function grantOf(
  context: KoaContextWithOIDC,
  { transactions, sessionGrants, audience }: GrantDependencies,
): Promise<Grant | undefined> {
  const { oidc } = context;
  const consentedTo = oidc.result?.consent?.grantId;
  if (consentedTo) return oidc.provider.Grant.find(consentedTo);
  if (awaitsDecision(context)) return undefined;
  const account = accountOf(oidc.account);
  const clientId = oidc.client?.clientId;
  if (!account || !clientId) return undefined;
  const { accountId, installedSince } = account;
  const asked = requestedScopes(context);
  const grantable = grantableScopes(asked, account).filter(isOnPage(oidc.result?.consent));
  if (grantable.length === 0) return undefined;
  const resource = requestedResource(context, audience);
  const given = { accountId, clientId, resource, granted: grantable, asked };
  if (isFirstPartyClient(clientId)) {
    const earlier = await grantOfSession(context, audience, grantable);
    return earlier ?? newGrantOfSession(context, sessionGrants, given);
  }
  if (!installedSince) return undefined;
  const { consents } = transactions.stores;
  const subject = { accountId, clientId, installedSince, isForMcp: resource !== audience };
  const remembered = new Set(await consents.find(subject));
  if (!grantable.every((scope) => remembered.has(scope))) return undefined;
  return newGrant(oidc.provider, { ...given, installedSince });
}

/** Whether the page showed a scope. Roles may have risen since a program's page was sent. */
function isOnPage(decision: Record<string, unknown> | undefined): (scope: string) => boolean {
  const shown = decision?.scopes;
  return (scope) => !Array.isArray(shown) || shown.includes(scope);
}

/** @throws AccessDenied if the session was signed out meanwhile */
async function newGrantOfSession(
  { oidc }: KoaContextWithOIDC,
  sessionGrants: SessionGrants,
  given: Omit<GrantOptions, 'installedSince' | 'session'>,
): Promise<Grant> {
  const { uid, sessionVersion = 0 } = oidc.session as Session & VersionedSession;
  const session = { sessionUid: uid, sessionVersion };
  const grant = await newGrant(oidc.provider, { ...given, session });
  if (!(await sessionGrants.hasEnded(uid))) return grant;
  await sessionGrants.end({ accountId: given.accountId, uid });
  throw new errors.AccessDenied('the session has ended');
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

/** The property that {@link grantOrigins} adds to grants of apps. */
export type InstalledGrant = { installedSince?: number };

/** The properties that it adds to grants of first-party clients. */
type SessionGrant = { sessionUid?: string; sessionVersion?: number };

/**
 * The properties that are stored in grants: the installation that they were given to, or the browser session
 * that they came from. They end with it.
 */
export const grantOrigins = [
  'installedSince',
  'sessionUid',
  'sessionVersion',
] as const satisfies readonly (keyof InstalledGrant | keyof SessionGrant)[];

export type GrantOptions = {
  accountId: string;
  clientId: string;
  /** Of the installation that the scopes are granted to; left out for a first-party client. */
  installedSince?: Date;
  /** Of a first-party client. */
  session?: Required<SessionGrant>;
  /** What the scopes are granted for. */
  resource: string;
  granted: readonly string[];
  /** Requested scopes. Those that are not granted are rejected, or oidc-provider would repeat the prompt for ever. */
  asked: readonly string[];
};

/** Creates and saves a grant. */
export async function newGrant(
  provider: KoaContextWithOIDC['oidc']['provider'],
  { accountId, clientId, installedSince, session, resource, granted, asked }: GrantOptions,
): Promise<Grant> {
  const grant = new provider.Grant({ accountId, clientId });
  const installed: InstalledGrant = installedSince
    ? { installedSince: installedSince.getTime() }
    : {};
  Object.assign(grant, installed, session);
  grant.addResourceScope(resource, granted.join(' '));
  const rejected = asked.filter((scope) => !granted.includes(scope));
  if (rejected.length > 0) grant.rejectResourceScope(resource, rejected.join(' '));
  // oidc-provider also needs these as OpenID scopes.
  for (const scope of otherScopes) {
    if (granted.includes(scope)) grant.addOIDCScope(scope);
    else if (rejected.includes(scope)) grant.rejectOIDCScope(scope);
  }
  await grant.save();
  return grant;
}

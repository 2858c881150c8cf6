import { noCeilings, type RoleCeilings } from '@app-platform/contracts';
import {
  errors,
  type KoaContextWithOIDC,
  type Account as ProviderAccount,
  type Session,
} from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import type { ClientInstallation } from './client-adapter.ts';
import { claimsOf } from './identity-claims.ts';

/** Of a request without a client. */
const noInstallation: ClientInstallation = { installedSince: undefined, ceilings: noCeilings };

/** The account of a request, as oidc-provider sees it. */
export type PlatformAccount = ProviderAccount &
  Pick<Account, 'roles' | 'rolesVersion' | 'organizationId'> & {
    /** When the organization installed the request's app. */
    installedSince: Date | undefined;
    /** Of that installation. */
    ceilings: RoleCeilings;
    /** When the grant of a token was created, in a token request. */
    grantedAt: Date | undefined;
  };

export function platformAccount(
  { id, email, name, roles, rolesVersion, organizationId }: Account,
  { installedSince, ceilings }: ClientInstallation = noInstallation,
  grantedAt?: Date,
  organizationName: () => Promise<string | undefined> = async () => undefined,
): PlatformAccount {
  const claims = async () => {
    const organization = { organizationId, organizationName: await organizationName() };
    return claimsOf({ accountId: id, email, name, ...organization });
  };
  const user = { accountId: id, roles, rolesVersion, organizationId };
  return { ...user, installedSince, ceilings, grantedAt, claims };
}

/** The account of a request, if it is known. */
export function accountOf(account: ProviderAccount | undefined): PlatformAccount | undefined {
  return account as PlatformAccount | undefined;
}

type Refusal = { account: Account; error: errors.OIDCProviderError };

/** The requests that were refused because of their accounts. */
const refused = new WeakMap<object, Refusal>();

/** Notes for whom a step refuses the client or its redirect URI: the page then offers another account. */
export async function refusedFor<T>(
  context: object,
  account: Account,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const dependsOnAccount =
      error instanceof errors.InvalidClient || error instanceof errors.InvalidRedirectUri;
    if (dependsOnAccount) refused.set(context, { account, error });
    throw error;
  }
}

export function refusedAccount(context: object): Account | undefined {
  return refused.get(context)?.account;
}

/** Why the client is refused for the account. */
export function refusalOfClient(context: object): errors.InvalidClient | undefined {
  const error = refused.get(context)?.error;
  return error instanceof errors.InvalidClient ? error : undefined;
}

/** The property that is added to browser sessions: the version that they began with. */
export type VersionedSession = { sessionVersion?: number };

/** The result of an interaction in which an account has signed in. */
export function loginResult({ id, sessionVersion }: Account) {
  return { login: { accountId: id, remember: true, sessionVersion } };
}

/**
 * Gives the session of a finished sign-in the version that its password was checked with. oidc-provider
 * loads the account right after it has created the session.
 * @returns false where all sessions of the account have ended since
 */
export function startSession({ oidc }: KoaContextWithOIDC, account: Account): boolean {
  const login = oidc.result?.login as VersionedSession | undefined;
  if (!login) return true;
  Object.assign(oidc.session as Session, { sessionVersion: login.sessionVersion });
  return login.sessionVersion === account.sessionVersion;
}

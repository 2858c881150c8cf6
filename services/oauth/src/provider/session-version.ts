import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC, Session } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

/** The property that {@link keepSessionVersions} adds to browser sessions. */
export type VersionedSession = { sessionVersion?: number };

/** Stores in browser sessions the version that they began with. */
export function keepSessionVersions({ Session: model }: Provider): void {
  const properties = Reflect.get(model, 'IN_PAYLOAD') as string[];
  Object.defineProperty(model, 'IN_PAYLOAD', { value: [...properties, 'sessionVersion'] });
}

/** The result of an interaction in which an account has signed in. */
export function loginResult({ id, sessionVersion }: Account) {
  return { login: { accountId: id, remember: true, sessionVersion } };
}

/**
 * Gives the session of a finished sign-in the version that its password was checked with. oidc-provider
 * asks for the account right after it has begun the session.
 * @returns false where all sessions of the account have ended since
 */
export function startSession({ oidc }: KoaContextWithOIDC, account: Account): boolean {
  const login = oidc.result?.login as VersionedSession | undefined;
  if (!login) return true;
  Object.assign(oidc.session as Session, { sessionVersion: login.sessionVersion });
  return login.sessionVersion === account.sessionVersion;
}

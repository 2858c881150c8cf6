import type { Request, Response } from 'express';
import type { default as Provider, Session } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import type { AuditEvent } from '../audit/audit-store.ts';
import type { SessionGrants } from '../grants/revoke-access.ts';
import { SIGN_IN_SECONDS } from '../provider/lifetimes.ts';
import type { VersionedSession } from '../provider/provider-account.ts';

const COOKIE = {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  signed: true,
  overwrite: true,
} as const;

/** The session of the account pages. Authorization requests use the same one. */
export class AccountSession {
  readonly #provider: Provider;
  readonly #grants: SessionGrants;

  constructor(provider: Provider, grants: SessionGrants) {
    this.#provider = provider;
    this.#grants = grants;
  }

  /** The value of the session's cookie, which the browser keeps when the session has ended. */
  cookieValue(request: Request, response: Response): string | undefined {
    const { cookies } = this.#provider.createContext(request, response);
    return cookies.get(this.#provider.cookieName('session'));
  }

  async accountId(request: Request, response: Response): Promise<string | undefined> {
    return (await this.current(request, response)).accountId;
  }

  /** The session of the browser, in which nobody may be signed in. */
  current(request: Request, response: Response): Promise<Session & VersionedSession> {
    const context = this.#provider.createContext(request, response);
    return this.#provider.Session.get(context as never);
  }

  /**
   * Always with another cookie, against session fixation. The session of another account ends; that of the same one
   * goes on, with what the console and the command line got by it.
   */
  async signIn(request: Request, response: Response, account: Account): Promise<void> {
    const session = await this.#sessionFor(account, request, response);
    session.loginAccount({ accountId: account.id });
    Object.assign(session, { sessionVersion: account.sessionVersion } satisfies VersionedSession);
    await session.save(SIGN_IN_SECONDS);
    const { cookies } = this.#provider.createContext(request, response);
    cookies.set(this.#provider.cookieName('session'), session.jti, {
      ...COOKIE,
      maxAge: SIGN_IN_SECONDS * 1000,
    });
  }

  async #sessionFor(account: Account, request: Request, response: Response): Promise<Session> {
    const current = await this.current(request, response);
    if (current.accountId === account.id) {
      current.resetIdentifier();
      return current;
    }
    await this.signOut(request, response);
    return new this.#provider.Session();
  }

  /** Also ends the grants of the console and the command line that belong to the session. */
  async signOut(request: Request, response: Response, event?: AuditEvent): Promise<void> {
    const { cookies } = this.#provider.createContext(request, response);
    const session = await this.current(request, response);
    const { accountId, uid } = session;
    if (accountId) await this.#grants.end({ accountId, uid }, event);
    await session.destroy();
    cookies.set(this.#provider.cookieName('session'), null, COOKIE);
  }
}

import type { Request, Response } from 'express';
import type Provider from 'oidc-provider';
import { SIGN_IN_SECONDS } from '../provider/lifetimes.ts';

const COOKIE = {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  signed: true,
  overwrite: true,
} as const;

/** Whoever is signed in to the OAuth service, by the same session that authorization requests use. */
export class AccountSession {
  readonly #provider: Provider;

  constructor(provider: Provider) {
    this.#provider = provider;
  }

  async accountId(request: Request, response: Response): Promise<string | undefined> {
    const context = this.#provider.createContext(request, response);
    return (await this.#provider.Session.get(context as never)).accountId;
  }

  /** Always a new session: one from before, whoever planted it, is never signed in. */
  async signIn(request: Request, response: Response, accountId: string): Promise<void> {
    await this.signOut(request, response);
    const session = new this.#provider.Session();
    session.loginAccount({ accountId });
    await session.save(SIGN_IN_SECONDS);
    const { cookies } = this.#provider.createContext(request, response);
    cookies.set(this.#provider.cookieName('session'), session.jti, {
      ...COOKIE,
      maxAge: SIGN_IN_SECONDS * 1000,
    });
  }

  async signOut(request: Request, response: Response): Promise<void> {
    const context = this.#provider.createContext(request, response);
    const session = await this.#provider.Session.get(context as never);
    await session.destroy();
    context.cookies.set(this.#provider.cookieName('session'), null, COOKIE);
  }
}

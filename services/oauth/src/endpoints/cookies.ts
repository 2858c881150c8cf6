import type { Request, Response } from 'express';

export type OwnCookie = { name: string; path: string; sameSite: 'lax' | 'strict' };

/** Set by a successful sign-in: see DeviceCookies. */
export const DEVICE_COOKIE: OwnCookie = { name: 'device', path: '/', sameSite: 'strict' };
export const DEVICE_SECONDS = 365 * 86_400;

/**
 * The name of a cookie. Under https its prefix makes browsers refuse one that was set without TLS or,
 * for the whole site, by another host (RFC 6265bis section 4.1.3).
 */
export function cookieName(issuer: string, name: string, path: string): string {
  if (!isSecure(issuer)) return name;
  return path === '/' ? `__Host-${name}` : `__Secure-${name}`;
}

/** The cookies that the service's own pages set. The issuer alone decides whether they are secure. */
export class OwnCookies {
  readonly #issuer: string;

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** @param lifetimeSeconds without it the cookie ends with the browser's session */
  set(response: Response, cookie: OwnCookie, value: string, lifetimeSeconds?: number): void {
    const lifetime = lifetimeSeconds === undefined ? {} : { maxAge: lifetimeSeconds * 1000 };
    response.cookie(this.#nameOf(cookie), value, { ...this.#attributesOf(cookie), ...lifetime });
  }

  clear(response: Response, cookie: OwnCookie): void {
    response.clearCookie(this.#nameOf(cookie), this.#attributesOf(cookie));
  }

  read(request: Request, cookie: OwnCookie): string | undefined {
    const start = `${this.#nameOf(cookie)}=`;
    const cookies = (request.get('cookie') ?? '').split('; ');
    return cookies.find((one) => one.startsWith(start))?.slice(start.length);
  }

  #nameOf({ name, path }: OwnCookie): string {
    return cookieName(this.#issuer, name, path);
  }

  #attributesOf({ path, sameSite }: OwnCookie) {
    return { httpOnly: true, secure: isSecure(this.#issuer), path, sameSite } as const;
  }
}

function isSecure(issuer: string): boolean {
  return issuer.startsWith('https:');
}

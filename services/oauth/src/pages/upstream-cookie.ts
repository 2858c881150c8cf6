import type { Request } from 'express';
import { cookieName } from '../accounts/upstream/upstream-sign-in.ts';
import type { OwnCookie, OwnCookies } from '../endpoints/cookies.ts';

/** The redirect URI of this service at the upstream provider. */
export const UPSTREAM_CALLBACK_PATH = '/upstream/callback';

export const ACCOUNT_APPS_PATH = '/account/apps';

/** Lax: browsers send it when the upstream provider redirects back. */
export function upstreamCookie(name: string): OwnCookie {
  return { name, path: '/upstream', sameSite: 'lax' };
}

/** A callback's query as it was sent: parameters that are repeated are refused later. */
export function callbackQuery(issuer: string, request: Request): URLSearchParams {
  return new URL(request.originalUrl, issuer).searchParams;
}

export function cookieOfCallback(issuer: string, request: Request): OwnCookie {
  return upstreamCookie(cookieName(callbackQuery(issuer, request).get('state') ?? ''));
}

/** @param interactionId null for the account pages */
export function upstreamCookieValue(secret: string, interactionId: string | null): string {
  return `${secret}.${interactionId ?? ''}`;
}

/** What only the browser has that started a sign-in. */
export function secretOf(
  cookies: OwnCookies,
  request: Request,
  cookie: OwnCookie,
): string | undefined {
  return cookies.read(request, cookie)?.split('.')[0];
}

/**
 * The page on which a sign-in upstream began, and can begin again. The browser alone names the
 * interaction, which may have ended.
 * @returns undefined for the callback of another browser
 */
export function startPage(
  issuer: string,
  cookies: OwnCookies,
  request: Request,
): string | undefined {
  const [, folder, uid] = request.path.split('/');
  if (folder === 'account') return ACCOUNT_APPS_PATH;
  const isCallback = request.path === UPSTREAM_CALLBACK_PATH;
  const value = isCallback ? cookies.read(request, cookieOfCallback(issuer, request)) : `.${uid}`;
  const id = value?.split('.')[1];
  if (id === '') return ACCOUNT_APPS_PATH;
  return /^[\w-]+$/.test(id ?? '') ? `/interaction/${id}` : undefined;
}

import type { Request } from 'express';
import { cookieName } from '../accounts/upstream/upstream-sign-in.ts';
import type { OwnCookie, OwnCookies } from '../endpoints/cookies.ts';
import {
  type PageAfterSignIn,
  pageAfterSignIn,
  pageNamed,
  pathOfPage,
} from './page-after-sign-in.ts';

/** The redirect URI of this service at the upstream provider. */
export const UPSTREAM_CALLBACK_PATH = '/upstream/callback';

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

/** Where a sign-in begins: in an interaction, or at a page of ours. */
export type UpstreamPlace =
  | { interactionId: string }
  | { interactionId: null; page: PageAfterSignIn };

export function upstreamCookieValue(secret: string, place: UpstreamPlace): string {
  const { interactionId } = place;
  return interactionId === null ? `${secret}..${place.page}` : `${secret}.${interactionId}`;
}

/** The page that follows a sign-in without an interaction. */
export function pageOfCallback(
  issuer: string,
  cookies: OwnCookies,
  request: Request,
): PageAfterSignIn {
  const value = cookies.read(request, cookieOfCallback(issuer, request));
  return pageNamed(value?.split('.')[2]);
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
  if (folder === 'account') return pathOfPage(pageAfterSignIn(request));
  const isCallback = request.path === UPSTREAM_CALLBACK_PATH;
  const value = isCallback ? cookies.read(request, cookieOfCallback(issuer, request)) : `.${uid}`;
  const id = value?.split('.')[1];
  if (id === '') return pathOfPage(pageOfCallback(issuer, cookies, request));
  return /^[\w-]+$/.test(id ?? '') ? `/interaction/${id}` : undefined;
}

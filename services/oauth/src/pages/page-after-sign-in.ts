import type { Request } from 'express';
import { DEVICE_PATH } from '../endpoints/endpoint-paths.ts';
import { texts } from '../rendering/page-texts.ts';
import type { SignInTarget } from '../rendering/pages.ts';

/** Where a user decides about a device whose code was entered. */
export const DEVICE_DECISION_PATH = `${DEVICE_PATH}/decision`;

/** The pages that may follow a sign-in without an authorization request. */
const pages = {
  apps: '/account/apps',
  account: '/account',
  device: DEVICE_DECISION_PATH,
} as const;

export type PageAfterSignIn = keyof typeof pages;

export function pathOfPage(page: PageAfterSignIn): string {
  return pages[page];
}

/** Of our own pages only: an address from the query would be an open redirector. */
export function pageAfterSignIn({ query }: Pick<Request, 'query'>): PageAfterSignIn {
  return pageOf(({ path }) => path === query.then);
}

/** @param name from a cookie */
export function pageNamed(name: string | undefined): PageAfterSignIn {
  return pageOf((page) => page.name === name);
}

function pageOf(isPage: (page: { name: string; path: string }) => boolean): PageAfterSignIn {
  const found = Object.entries(pages).find(([name, path]) => isPage({ name, path }));
  return (found?.[0] as PageAfterSignIn | undefined) ?? 'apps';
}

/** The address of a form or a link that remembers which page follows. */
export function addressWithPage(
  path: string,
  page: PageAfterSignIn,
  more: string | undefined = undefined,
): string {
  const then = page === 'apps' ? undefined : `then=${pages[page]}`;
  const query = [then, more].filter((one) => one !== undefined).join('&');
  return query === '' ? path : `${path}?${query}`;
}

/** What a user signs in to, for the page of the sign-in. */
export function targetOfPage(page: PageAfterSignIn): SignInTarget {
  const { to } = texts.signIn;
  return { sentence: page === 'device' ? to.cli : to.account, app: null };
}

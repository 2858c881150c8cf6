import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { OwnCookie, OwnCookies } from '../cookies.ts';
import type { CsrfTokens } from '../interaction/csrf.ts';

/** Binds a form to its browser. Strict: browsers never send it from another site. */
const FORM_COOKIE: OwnCookie = { name: 'account_form', path: '/account', sameSite: 'strict' };

export type FormDependencies = { csrf: CsrfTokens; cookies: OwnCookies };

/** @returns the token of this browser's forms */
export function issueForm(
  { csrf, cookies }: FormDependencies,
  request: Request,
  response: Response,
): string {
  const id = formIdOf(cookies, request) ?? randomBytes(16).toString('base64url');
  cookies.set(response, FORM_COOKIE, id);
  return csrf.issue(id);
}

/** Whether the form was issued to the browser that sends it. */
export function isGenuine({ csrf, cookies }: FormDependencies, request: Request): boolean {
  const id = formIdOf(cookies, request);
  return id !== undefined && csrf.check(id, request.body?.csrf);
}

function formIdOf(cookies: OwnCookies, request: Request): string | undefined {
  const id = cookies.read(request, FORM_COOKIE);
  return /^[\w-]{22}$/.test(id ?? '') ? id : undefined;
}

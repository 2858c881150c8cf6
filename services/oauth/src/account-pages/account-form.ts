import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { CsrfTokens } from '../interaction/csrf.ts';

/** Binds a form to its browser. Strict: browsers never send it from another site. */
const FORM_COOKIE = 'account_form';

/** @returns the token of this browser's forms */
export function issueForm(csrf: CsrfTokens, request: Request, response: Response): string {
  const id = formCookie(request) ?? randomBytes(16).toString('base64url');
  response.cookie(FORM_COOKIE, id, { httpOnly: true, sameSite: 'strict', path: '/account' });
  return csrf.issue(id);
}

/** Whether the form was issued to the browser that sends it. */
export function isGenuine(csrf: CsrfTokens, request: Request): boolean {
  const id = formCookie(request);
  return id !== undefined && csrf.check(id, request.body?.csrf);
}

function formCookie(request: Request): string | undefined {
  return /(?:^|; )account_form=([\w-]{22})(?:;|$)/.exec(request.get('cookie') ?? '')?.[1];
}

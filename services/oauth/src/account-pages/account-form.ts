import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import type { CsrfTokens } from '../interaction/csrf.ts';

/** Ties a form to the browser that it was made for. Strict: no other site can send it. */
const FORM_COOKIE = 'account_form';

/** What a form of this browser holds. */
export function issueForm(csrf: CsrfTokens, request: Request, response: Response): string {
  const id = formCookie(request) ?? randomBytes(16).toString('base64url');
  response.cookie(FORM_COOKIE, id, { httpOnly: true, sameSite: 'strict', path: '/account' });
  return csrf.issue(id);
}

/** Whether a form was made for the browser that sends it. */
export function isGenuine(csrf: CsrfTokens, request: Request): boolean {
  const id = formCookie(request);
  return id !== undefined && csrf.check(id, request.body?.csrf);
}

function formCookie(request: Request): string | undefined {
  return /(?:^|; )account_form=([\w-]{22})(?:;|$)/.exec(request.get('cookie') ?? '')?.[1];
}

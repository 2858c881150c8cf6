import type { Request, Response } from 'express';
import type { OwnCookie, OwnCookies } from '../../endpoints/cookies.ts';
import { DEVICE_PATH } from '../../endpoints/endpoint-paths.ts';
import { DEVICE_CODE_SECONDS } from '../../provider/device-codes.ts';
import type { CsrfTokens } from '../forms.ts';

/** The letters of a code: no vowels, which would make words (RFC 8628 section 6.1). */
const CODE = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** A code as it was typed, with its letters alone. @returns undefined for what no device shows */
export function normalizeCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return CODE.test(letters) ? letters : undefined;
}

/** As devices show it. */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** Lax: browsers send it after a sign-in at an upstream provider. */
const CODE_COOKIE: OwnCookie = { name: 'device_code', path: DEVICE_PATH, sameSite: 'lax' };

/** The code that was entered in a browser. Its HMAC says that it was looked up within the limits of guesses. */
export class EnteredCodes {
  readonly #csrf: CsrfTokens;
  readonly #cookies: OwnCookies;

  constructor(csrf: CsrfTokens, cookies: OwnCookies) {
    this.#csrf = csrf;
    this.#cookies = cookies;
  }

  note(response: Response, code: string): void {
    this.#cookies.set(response, CODE_COOKIE, this.sealed(code), DEVICE_CODE_SECONDS);
  }

  noted(request: Request): string | undefined {
    return this.unsealed(this.#cookies.read(request, CODE_COOKIE));
  }

  forget(response: Response): void {
    this.#cookies.clear(response, CODE_COOKIE);
  }

  /** For the cookie and a form: each decides about the code that its page showed. */
  sealed(code: string): string {
    return `${code}.${this.#csrf.issue(nameOf(code))}`;
  }

  unsealed(sealed = ''): string | undefined {
    const [code = '', seal] = sealed.split('.');
    return this.#csrf.check(nameOf(code), seal) ? code : undefined;
  }
}

function nameOf(code: string): string {
  return `device code ${code}`;
}

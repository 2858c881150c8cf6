import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import express, { type Request, type RequestHandler, type Response } from 'express';
import type Provider from 'oidc-provider';
import type { OwnCookie, OwnCookies } from '../endpoints/cookies.ts';
import { DEVICE_PATH } from '../endpoints/endpoint-paths.ts';
import { cookiesSetBy, cookiesToRepeat, type KeptAnswer } from '../provider/resumption.ts';
import { errorTexts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import type { KeptResults, RepeatableRequest } from '../storage/kept-results.ts';

const parse = express.urlencoded({ extended: false, limit: 16_384, parameterLimit: 10 });

/** Reads the form of a page. A body that cannot be read is a 4xx page. */
export const formBody: RequestHandler = (request, response, next) => {
  parse(request, response, (error?: { status?: unknown }) => {
    const status = Number(error?.status);
    if (!(status >= 400 && status < 500)) return next(error);
    const html = renderPage('error', errorTexts.unreadableForm);
    response.status(status).type('html').send(html);
  });
};

/**
 * Binds a form to its interaction. Only the browser that started the interaction has its id, in a
 * cookie, so a form on another site cannot be genuine.
 */
export class CsrfTokens {
  readonly #keys: readonly [Uint8Array, ...Uint8Array[]];

  /** @param keys the first signs, all are accepted */
  constructor(keys: readonly [Uint8Array, ...Uint8Array[]]) {
    this.#keys = keys;
  }

  issue(interactionId: string): string {
    return digest(this.#keys[0], interactionId).toString('base64url');
  }

  check(interactionId: string, token: unknown): boolean {
    const given = Buffer.from(typeof token === 'string' ? token : '', 'base64url');
    return this.#keys.some((key) => {
      const expected = digest(key, interactionId);
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
  }
}

function digest(key: Uint8Array, interactionId: string): Buffer {
  return createHmac('sha256', key).update(interactionId).digest();
}

/** Binds a form to its browser. Strict: browsers never send it from another site. */
const FORM_COOKIE: OwnCookie = { name: 'account_form', path: '/account', sameSite: 'strict' };
/** Likewise, of the pages for devices. */
export const DEVICE_FORM_COOKIE: OwnCookie = { ...FORM_COOKIE, path: DEVICE_PATH };

export type FormDependencies = { csrf: CsrfTokens; cookies: OwnCookies };

/** @returns the token of this browser's forms */
export function issueForm(
  { csrf, cookies }: FormDependencies,
  request: Request,
  response: Response,
  cookie = FORM_COOKIE,
): string {
  const id = formIdOf(cookies, request) ?? randomBytes(16).toString('base64url');
  cookies.set(response, cookie, id);
  return csrf.issue(id);
}

/** Whether the form was issued to the browser that sends it. */
export function isGenuine({ csrf, cookies }: FormDependencies, request: Request): boolean {
  const id = formIdOf(cookies, request);
  return id !== undefined && csrf.check(id, request.body?.csrf);
}

/**
 * Handles a form once: see answerOnce. It must have a value that is of the page on which it was sent: the
 * form of a later page is not a repetition.
 * @param purpose forms of different purposes do not replace each other's kept answers
 */
export function onceInAccountPages(
  dependencies: FormDependencies & RepeatDependencies,
  purpose: string,
  handle: RepeatableHandler,
): RequestHandler {
  return async (request, response) => {
    const holder = `${purpose} ${formIdOf(dependencies.cookies, request)}`;
    const asked = { holder, form: [request.originalUrl, request.body] };
    const isRepeatable = isGenuine(dependencies, request);
    await answerOnce(dependencies, isRepeatable && asked, response, () =>
      handle(request, response),
    );
  };
}

/** The id of this browser's forms, which only the browser has. */
export function formIdOf(cookies: OwnCookies, request: Request): string | undefined {
  const id = cookies.read(request, FORM_COOKIE);
  return /^[\w-]{22}$/.test(id ?? '') ? id : undefined;
}

export type RepeatDependencies = { provider: Provider; results: KeptResults };

/** A page that is sent, and sent again to a repeated request. */
export type FinalPage = { status: number; html: string };

/** @returns undefined where it has answered itself: a redirect is repeated, another page is made again */
export type RepeatableHandler = (
  request: Request,
  response: Response,
) => Promise<FinalPage | undefined>;

/**
 * Handles a form of an interaction once: see {@link answerOnce}.
 * @param purpose forms of different purposes do not replace each other's kept answers
 */
export function onceInInteraction(
  dependencies: RepeatDependencies & { csrf: CsrfTokens },
  handle: RepeatableHandler,
  purpose = 'interaction',
): RequestHandler {
  return async (request, response) => {
    const id = interactionIdOf(dependencies.provider, request, response);
    const isGenuine = id !== undefined && dependencies.csrf.check(id, request.body?.csrf);
    const asked = { holder: `${purpose} ${id}`, form: [request.path, request.body] };
    await answerOnce(dependencies, isGenuine && asked, response, () => handle(request, response));
  };
}

/** The id in the signed cookie, which the browser keeps when the interaction has ended. */
export function interactionIdOf(
  provider: Provider,
  request: Request,
  response: Response,
): string | undefined {
  const { cookies } = provider.createContext(request, response);
  return cookies.get(provider.cookieName('interaction'));
}

/**
 * Handles a request once, if it ends in a redirect or a final page: one that is repeated within a minute
 * is answered the same. Another page, such as that for a wrong password, is made each time.
 * @param asked false for a request that cannot be repeated
 */
export async function answerOnce(
  { provider, results }: RepeatDependencies,
  asked: RepeatableRequest | false,
  response: Response,
  handle: () => Promise<FinalPage | undefined>,
): Promise<void> {
  const work = async () => keptAnswerOf(response, await handle());
  const { result, isRepeated } = asked
    ? await results.once(asked, work)
    : { result: await work(), isRepeated: false };
  if (!result || !isRepeated) return sendPageOf(response, result);
  const cookies = await cookiesToRepeat(provider, result);
  // The session that it started has ended: nothing is left to repeat.
  if (cookies.length < result.cookies.length) return sendPageOf(response, await work());
  response.append('Set-Cookie', cookies);
  if (result.location === undefined) sendPageOf(response, result);
  else response.redirect(result.status, result.location);
}

/** A redirect has been sent before it is kept. */
function sendPageOf(response: Response, answer: KeptAnswer | undefined): void {
  if (answer?.html !== undefined) response.status(answer.status).type('html').send(answer.html);
}

function keptAnswerOf(response: Response, page: FinalPage | undefined): KeptAnswer | undefined {
  const cookies = cookiesSetBy(response);
  if (page) return { ...page, cookies };
  const { statusCode: status } = response;
  const location = response.getHeader('location');
  if (status !== 303 || typeof location !== 'string') return undefined;
  return { status, location, cookies };
}

/** The text fields of a form, empty where they are missing. A repeated field is an array and counts as missing. */
export function textFields<Name extends string>(
  request: Request,
  ...names: readonly Name[]
): Record<Name, string> {
  const body: Record<string, unknown> = request.body ?? {};
  const fieldOf = (name: Name) => {
    const value = body[name];
    return [name, typeof value === 'string' ? value : ''];
  };
  return Object.fromEntries(names.map(fieldOf));
}

import type { Request, RequestHandler, Response } from 'express';
import type Provider from 'oidc-provider';
import { cookiesSetBy, cookiesToRepeat, type KeptAnswer } from '../provider/kept-answer.ts';
import type { KeptResults, RepeatableRequest } from '../storage/kept-results.ts';
import type { CsrfTokens } from './csrf.ts';

export type RepeatDependencies = { provider: Provider; results: KeptResults };

type Handler = (request: Request, response: Response) => Promise<void>;

/** Handles a form of an interaction once: see {@link redirectOnce}. */
export function onceInInteraction(
  dependencies: RepeatDependencies & { csrf: CsrfTokens },
  handle: Handler,
): RequestHandler {
  return async (request, response) => {
    const id = interactionIdOf(dependencies.provider, request, response);
    if (id === undefined || !dependencies.csrf.check(id, request.body?.csrf)) {
      return handle(request, response);
    }
    const asked = { holder: `interaction ${id}`, form: [request.path, request.body] };
    await redirectOnce(dependencies, asked, response, () => handle(request, response));
  };
}

/** The id in the signed cookie, which the browser keeps when the interaction has ended. */
function interactionIdOf(
  provider: Provider,
  request: Request,
  response: Response,
): string | undefined {
  const { cookies } = provider.createContext(request, response);
  return cookies.get(provider.cookieName('interaction'));
}

/**
 * Handles a request once, if it ends in a redirect: one that is repeated within a minute is redirected
 * to the same address. A page, such as that for a wrong password, is made each time.
 */
async function redirectOnce(
  { provider, results }: RepeatDependencies,
  asked: RepeatableRequest,
  response: Response,
  handle: () => Promise<void>,
): Promise<void> {
  const { result, isRepeated } = await results.once(asked, async () => {
    await handle();
    return redirectOf(response);
  });
  if (!isRepeated || !result) return;
  response.append('Set-Cookie', await cookiesToRepeat(provider, result));
  response.redirect(result.status, result.location ?? '');
}

function redirectOf(response: Response): KeptAnswer | undefined {
  const { statusCode: status } = response;
  const location = response.getHeader('location');
  if (status !== 303 || typeof location !== 'string') return undefined;
  return { status, location, cookies: cookiesSetBy(response) };
}

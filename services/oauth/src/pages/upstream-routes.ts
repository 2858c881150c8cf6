import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import { signInByUpstream, type UpstreamMatchDependencies } from '../accounts/sign-in.ts';
import type { UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { OwnCookies } from '../endpoints/cookies.ts';
import { KEPT_SECONDS } from '../storage/kept-results.ts';
import { type ChooserDependencies, continueSignIn, type SignInPlace } from './account-choice.ts';
import type { AccountSession } from './account-session.ts';
import {
  answerOnce,
  type CsrfTokens,
  type FinalPage,
  formBody,
  interactionIdOf,
  isGenuine,
  issueForm,
  onceInAccountPages,
  onceInInteraction,
  type RepeatableHandler,
  type RepeatDependencies,
} from './forms.ts';
import {
  addressWithPage,
  type PageAfterSignIn,
  pageAfterSignIn,
  pathOfPage,
  targetOfPage,
} from './page-after-sign-in.ts';
import { type FinishDependencies, finishSignIn, signInTarget } from './sign-in-page.ts';
import {
  callbackQuery,
  cookieOfCallback,
  pageOfCallback,
  secretOf,
  UPSTREAM_CALLBACK_PATH,
  type UpstreamPlace,
  upstreamCookie,
  upstreamCookieValue,
} from './upstream-cookie.ts';
import { unknownUser, upstreamErrorHandler } from './upstream-faults.ts';
import { addressOfSignIn, type WayBackDependencies } from './way-back.ts';

export type UpstreamDependencies = FinishDependencies &
  UpstreamMatchDependencies &
  ChooserDependencies &
  RepeatDependencies &
  WayBackDependencies & {
    /** The registry's public address. */
    audience: string;
    /** The service's public address. */
    issuer: string;
    sessions: AccountSession;
    csrf: CsrfTokens;
    cookies: OwnCookies;
    upstream: UpstreamSignIn;
  };

/** The purpose of a form, for its kept answer. */
const START = 'upstream start';
/** Of the account pages, which take the choice of an account. */
export const ACCOUNT_CHOICE_PATH = '/account/sign-in/account';

/** oidc-provider's reasons to sign in again. */
const REAUTHENTICATION = ['login_prompt', 'max_age'];

type Handler = (
  dependencies: UpstreamDependencies,
  request: Request,
  response: Response,
) => Promise<FinalPage | undefined>;

/** Sends a browser to the upstream provider, and continues when it comes back. */
export function upstreamRoutes(dependencies: UpstreamDependencies): Router {
  const router = Router();
  const by = (handler: Handler) => (request: Request, response: Response) =>
    handler(dependencies, request, response);
  const fromInteraction = onceInInteraction(dependencies, by(startFromInteraction), START);
  router.post('/interaction/:uid/upstream', formBody, fromInteraction);
  router.get('/interaction/:uid/upstream', resultOnce(dependencies, by(returnToInteraction)));
  const fromAccountPages = onceInAccountPages(dependencies, START, by(startFromAccountPages));
  router.post('/account/upstream', formBody, fromAccountPages);
  router.get(UPSTREAM_CALLBACK_PATH, callbackOnce(dependencies, by(callback)));
  router.use(upstreamErrorHandler(dependencies));
  return router;
}

const startFromInteraction: Handler = async (dependencies, request, response) => {
  const details = await dependencies.provider.interactionDetails(request, response);
  const { uid, prompt } = details;
  if (!dependencies.csrf.check(uid, request.body?.csrf) || prompt.name !== 'login') {
    response.redirect(303, `/interaction/${uid}`);
    return undefined;
  }
  const reauthenticate = REAUTHENTICATION.some((reason) => prompt.reasons.includes(reason));
  return start(dependencies, { interactionId: uid }, reauthenticate, response);
};

const startFromAccountPages: Handler = async (dependencies, request, response) => {
  const isOther = request.query.prompt === 'login';
  const page = pageAfterSignIn(request);
  if (isGenuine(dependencies, request)) {
    return start(dependencies, { interactionId: null, page }, isOther, response);
  }
  response.redirect(303, pathOfPage(page));
  return undefined;
};

async function start(
  { cookies, upstream }: UpstreamDependencies,
  place: UpstreamPlace,
  reauthenticate: boolean,
  response: Response,
): Promise<undefined> {
  const { address, cookie } = await upstream.begin(place.interactionId, reauthenticate);
  const value = upstreamCookieValue(cookie.value, place);
  cookies.set(response, upstreamCookie(cookie.name), value, cookie.lifetimeSeconds);
  response.redirect(303, address);
}

/**
 * Handles a callback once: see answerOnce. A browser that comes back a second time has the cookie of the
 * sign-in still, and its state. Another code does not matter then: the first one was exchanged.
 */
function callbackOnce(dependencies: UpstreamDependencies, handle: RepeatableHandler) {
  return async (request: Request, response: Response): Promise<void> => {
    const cookie = cookieOfCallback(dependencies.issuer, request);
    const value = dependencies.cookies.read(request, cookie);
    const asked = { holder: `upstream callback ${cookie.name} ${value}`, form: null };
    const isRepeatable = value !== undefined;
    await answerOnce(dependencies, isRepeatable && asked, response, () =>
      handle(request, response),
    );
  };
}

const callback: Handler = async (dependencies, request, response) => {
  const { cookies, upstream } = dependencies;
  const cookie = cookieOfCallback(dependencies.issuer, request);
  const { interactionId, identity } = await upstream
    .complete(callbackQuery(dependencies.issuer, request), (name) =>
      secretOf(cookies, request, upstreamCookie(name)),
    )
    .catch((error: unknown) => {
      cookies.clear(response, cookie);
      throw error;
    });
  // A callback that is repeated needs it.
  cookies.set(response, cookie, cookies.read(request, cookie) ?? '', KEPT_SECONDS);
  const after = pageOfCallback(dependencies.issuer, cookies, request);
  const page = interactionId === null ? pathOfPage(after) : `/interaction/${interactionId}`;
  if (!identity) {
    response.redirect(303, `${page}?upstream=denied`);
    return undefined;
  }
  if (interactionId === null) {
    return signInToAccountPages(dependencies, identity, after, request, response);
  }
  // The interaction's cookie is sent only to the interaction's path.
  const result = await upstream.keepResult({ interactionId, identity });
  response.redirect(303, `${page}/upstream?result=${result}`);
  return undefined;
};

/** The cookie has shown that this browser started the sign-in. */
async function signInToAccountPages(
  dependencies: UpstreamDependencies,
  identity: UpstreamIdentity,
  page: PageAfterSignIn,
  request: Request,
  response: Response,
): Promise<FinalPage | undefined> {
  const accounts = await signInByUpstream(dependencies, identity, contextOf(response));
  const [account, ...others] = accounts;
  if (!account) {
    const other = addressWithPage('/account/sign-in', page);
    return unknownUser(response, dependencies.upstream.providerName, identity, other);
  }
  const place: SignInPlace = {
    choiceAction: addressWithPage(ACCOUNT_CHOICE_PATH, page),
    csrfToken: () => issueForm(dependencies, request, response),
    target: async () => targetOfPage(page),
    finish: async (only) => {
      await dependencies.sessions.signIn(request, response, only);
      response.redirect(303, pathOfPage(page));
    },
  };
  return continueSignIn(dependencies, place, [account, ...others], identity);
}

/** Handles a result once, for the browser with the cookie of its interaction: see answerOnce. */
function resultOnce(dependencies: UpstreamDependencies, handle: RepeatableHandler) {
  return async (request: Request, response: Response): Promise<void> => {
    const id = interactionIdOf(dependencies.provider, request, response);
    const asked = { holder: `upstream result ${id}`, form: request.originalUrl };
    const isRepeatable = id !== undefined;
    await answerOnce(dependencies, isRepeatable && asked, response, () =>
      handle(request, response),
    );
  };
}

const returnToInteraction: Handler = async (dependencies, request, response) => {
  const { provider, upstream, csrf } = dependencies;
  const details = await provider.interactionDetails(request, response);
  const { uid, params, prompt } = details;
  const identity = await upstream.takeResult(String(request.query.result), uid);
  const clientId = String(params.client_id);
  const wantsChoice = prompt.reasons.includes('login_prompt');
  const app = wantsChoice ? undefined : clientId;
  const accounts = await signInByUpstream(dependencies, identity, contextOf(response), app);
  const [account, ...others] = accounts;
  if (!account) {
    return unknownUser(response, upstream.providerName, identity, addressOfSignIn(params));
  }
  const place: SignInPlace = {
    clientId,
    choiceAction: `/interaction/${uid}/account`,
    csrfToken: () => csrf.issue(uid),
    target: () => signInTarget(dependencies, clientId),
    finish: (only) => finishSignIn(dependencies, only, request, response),
  };
  return continueSignIn(dependencies, place, [account, ...others], identity);
};

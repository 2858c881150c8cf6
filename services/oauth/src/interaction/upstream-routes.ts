import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import { isGenuine, issueForm } from '../account-pages/account-form.ts';
import type { AccountSession } from '../account-pages/account-session.ts';
import {
  signInByUpstream,
  type UpstreamMatchDependencies,
} from '../accounts/upstream/sign-in-by-upstream.ts';
import type { UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import { cookieName, type UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { OwnCookie, OwnCookies } from '../cookies.ts';
import { type ChooserDependencies, chooserPage } from './account-chooser.ts';
import { addressOfSignIn } from './another-account.ts';
import type { CsrfTokens } from './csrf.ts';
import { type FinishDependencies, finishSignIn } from './finish-sign-in.ts';
import { formBody } from './form-body.ts';
import { accountTarget, signInTarget } from './shown-app.ts';
import { sendUnknownUser, upstreamErrorHandler } from './upstream-faults.ts';

export type UpstreamDependencies = FinishDependencies &
  UpstreamMatchDependencies &
  ChooserDependencies & {
    /** The registry's public address. */
    audience: string;
    /** The service's public address. */
    issuer: string;
    sessions: AccountSession;
    csrf: CsrfTokens;
    cookies: OwnCookies;
    upstream: UpstreamSignIn;
  };

/** The redirect URI of this service at the upstream provider. */
export const UPSTREAM_CALLBACK_PATH = '/upstream/callback';
const ACCOUNT_PATH = '/account/apps';
/** Of the account pages, which take the choice of an account. */
export const ACCOUNT_CHOICE_PATH = '/account/sign-in/account';

/** oidc-provider's reasons to sign in again. */
const REAUTHENTICATION = ['login_prompt', 'max_age'];

type Handler = (
  dependencies: UpstreamDependencies,
  request: Request,
  response: Response,
) => Promise<void>;

/** Sends a browser to the upstream provider, and continues when it comes back. */
export function upstreamRoutes(dependencies: UpstreamDependencies): Router {
  const router = Router();
  const by = (handler: Handler) => (request: Request, response: Response) => {
    return handler(dependencies, request, response);
  };
  router.post('/interaction/:uid/upstream', formBody, by(startFromInteraction));
  router.get('/interaction/:uid/upstream', by(returnToInteraction));
  router.post('/account/upstream', formBody, by(startFromAccountPages));
  router.get(UPSTREAM_CALLBACK_PATH, by(callback));
  router.use(upstreamErrorHandler(dependencies.upstream.providerName));
  return router;
}

const startFromInteraction: Handler = async (dependencies, request, response) => {
  const details = await dependencies.provider.interactionDetails(request, response);
  const { uid, prompt } = details;
  if (!dependencies.csrf.check(uid, request.body?.csrf) || prompt.name !== 'login') {
    response.redirect(303, `/interaction/${uid}`);
    return;
  }
  const reauthenticate = REAUTHENTICATION.some((reason) => prompt.reasons.includes(reason));
  await start(dependencies, uid, reauthenticate, response);
};

const startFromAccountPages: Handler = async (dependencies, request, response) => {
  const isOther = request.query.prompt === 'login';
  if (isGenuine(dependencies, request)) await start(dependencies, null, isOther, response);
  else response.redirect(303, ACCOUNT_PATH);
};

async function start(
  { cookies, upstream }: UpstreamDependencies,
  interactionId: string | null,
  reauthenticate: boolean,
  response: Response,
): Promise<void> {
  const { address, cookie } = await upstream.begin(interactionId, reauthenticate);
  cookies.set(response, upstreamCookie(cookie.name), cookie.value, cookie.lifetimeSeconds);
  response.redirect(303, address);
}

const callback: Handler = async (dependencies, request, response) => {
  const { issuer, cookies, upstream } = dependencies;
  const query = new URL(request.originalUrl, issuer).searchParams;
  cookies.clear(response, upstreamCookie(cookieName(query.get('state') ?? '')));
  const { interactionId, identity } = await upstream.complete(query, (name) =>
    cookies.read(request, upstreamCookie(name)),
  );
  const page = interactionId === null ? ACCOUNT_PATH : `/interaction/${interactionId}`;
  if (!identity) {
    response.redirect(303, `${page}?upstream=denied`);
  } else if (interactionId === null) {
    await signInToAccountPages(dependencies, identity, request, response);
  } else {
    // The interaction's cookie is sent only to the interaction's path.
    const result = await upstream.keepResult({ interactionId, identity });
    response.redirect(303, `${page}/upstream?result=${result}`);
  }
};

/** The cookie has shown that this browser started the sign-in. */
async function signInToAccountPages(
  dependencies: UpstreamDependencies,
  identity: UpstreamIdentity,
  request: Request,
  response: Response,
): Promise<void> {
  const accounts = await signInByUpstream(dependencies, identity, contextOf(response));
  const [account, ...others] = accounts;
  if (!account) {
    sendUnknownUser(response, dependencies.upstream.providerName, identity, '/account/sign-in');
  } else if (others.length === 0) {
    await dependencies.sessions.signIn(request, response, account);
    response.redirect(303, ACCOUNT_PATH);
  } else {
    const form = issueForm(dependencies, request, response);
    const chooser = { action: ACCOUNT_CHOICE_PATH, target: accountTarget };
    const html = await chooserPage(dependencies, { form, accounts, identity, ...chooser });
    response.type('html').send(html);
  }
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
    sendUnknownUser(response, upstream.providerName, identity, addressOfSignIn(params));
  } else if (others.length === 0) {
    await finishSignIn(dependencies, account, request, response);
  } else {
    const action = `/interaction/${uid}/account`;
    const target = await signInTarget(dependencies, clientId);
    const chooser = { form: csrf.issue(uid), accounts, identity, action, target, clientId };
    response.type('html').send(await chooserPage(dependencies, chooser));
  }
};

/** Lax: browsers send it when the upstream provider redirects back. */
function upstreamCookie(name: string): OwnCookie {
  return { name, path: '/upstream', sameSite: 'lax' };
}

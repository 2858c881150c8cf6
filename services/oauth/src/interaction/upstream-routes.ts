import { contextOf } from '@app-platform/service-kit';
import express, { type Request, type Response, Router } from 'express';
import { isGenuine } from '../account-pages/account-form.ts';
import {
  signInByUpstream,
  type UpstreamMatchDependencies,
} from '../accounts/upstream/sign-in-by-upstream.ts';
import type { UpstreamIdentity } from '../accounts/upstream/upstream-provider.ts';
import { cookieName, type UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { CsrfTokens } from './csrf.ts';
import { type FinishDependencies, finishSignIn } from './finish-sign-in.ts';
import { sendUnknownUser, tellUpstreamFaults } from './upstream-faults.ts';

export type UpstreamDependencies = FinishDependencies &
  UpstreamMatchDependencies & {
    /** The service's public address. */
    issuer: string;
    csrf: CsrfTokens;
    upstream: UpstreamSignIn;
  };

/** Where the upstream provider sends the browser back to. */
export const UPSTREAM_CALLBACK_PATH = '/upstream/callback';
const ACCOUNT_PATH = '/account/apps';

/** Reasons of oidc-provider for which somebody who is signed in has to show again who it is. */
const REAUTHENTICATION = ['login_prompt', 'max_age'];

type Handler = (
  dependencies: UpstreamDependencies,
  request: Request,
  response: Response,
) => Promise<void>;

/** The way of a browser to the upstream provider, back, and on to what somebody signs in for. */
export function upstreamRoutes(dependencies: UpstreamDependencies): Router {
  const router = Router();
  const form = express.urlencoded({ extended: false, limit: 16_384, parameterLimit: 10 });
  const by = (handler: Handler) => (request: Request, response: Response) => {
    response.set('Cache-Control', 'no-store');
    return handler(dependencies, request, response);
  };
  router.post('/interaction/:uid/upstream', form, by(leaveInteraction));
  router.get('/interaction/:uid/upstream', by(returnToInteraction));
  router.post('/account/upstream', form, by(leaveAccountPages));
  router.get(UPSTREAM_CALLBACK_PATH, by(comeBack));
  router.use(tellUpstreamFaults(dependencies.upstream.providerName));
  return router;
}

const leaveInteraction: Handler = async (dependencies, request, response) => {
  const details = await dependencies.provider.interactionDetails(request, response);
  const { uid, prompt } = details;
  if (!dependencies.csrf.check(uid, request.body?.csrf) || prompt.name !== 'login') {
    response.redirect(303, `/interaction/${uid}`);
    return;
  }
  const reauthenticate = REAUTHENTICATION.some((reason) => prompt.reasons.includes(reason));
  await leave(dependencies, uid, reauthenticate, response);
};

const leaveAccountPages: Handler = async (dependencies, request, response) => {
  if (isGenuine(dependencies.csrf, request)) await leave(dependencies, null, false, response);
  else response.redirect(303, ACCOUNT_PATH);
};

async function leave(
  { issuer, upstream }: UpstreamDependencies,
  interactionId: string | null,
  reauthenticate: boolean,
  response: Response,
): Promise<void> {
  const { address, cookie } = await upstream.begin(interactionId, reauthenticate);
  response.cookie(cookie.name, cookie.value, {
    ...cookieOptions(issuer),
    maxAge: cookie.lifetimeSeconds * 1000,
  });
  response.redirect(303, address);
}

const comeBack: Handler = async (dependencies, request, response) => {
  const { issuer, upstream } = dependencies;
  const query = new URL(request.originalUrl, issuer).searchParams;
  response.clearCookie(cookieName(query.get('state') ?? ''), cookieOptions(issuer));
  const { interactionId, identity } = await upstream.complete(query, (name) =>
    cookieOf(request, name),
  );
  const page = interactionId === null ? ACCOUNT_PATH : `/interaction/${interactionId}`;
  if (!identity) {
    response.redirect(303, `${page}?upstream=denied`);
  } else if (interactionId === null) {
    await signInToAccountPages(dependencies, identity, request, response);
  } else {
    // The interaction's own cookie is only sent to its own path.
    const result = await upstream.keepResult({ interactionId, identity });
    response.redirect(303, `${page}/upstream?result=${result}`);
  }
};

/** The cookie of the way there has just shown that this browser began it. */
async function signInToAccountPages(
  dependencies: UpstreamDependencies,
  identity: UpstreamIdentity,
  request: Request,
  response: Response,
): Promise<void> {
  const account = await signInByUpstream(dependencies, identity, contextOf(response));
  if (!account) {
    sendUnknownUser(response, dependencies.upstream.providerName, identity);
    return;
  }
  await dependencies.sessions.signIn(request, response, account.id);
  response.redirect(303, ACCOUNT_PATH);
}

const returnToInteraction: Handler = async (dependencies, request, response) => {
  const { provider, upstream } = dependencies;
  const details = await provider.interactionDetails(request, response);
  const identity = await upstream.takeResult(String(request.query.result), details.uid);
  const clientId = String(details.params.client_id);
  const account = await signInByUpstream(dependencies, identity, contextOf(response), clientId);
  if (!account) {
    sendUnknownUser(response, upstream.providerName, identity);
    return;
  }
  await finishSignIn(dependencies, details, account.id, request, response);
};

/** Lax: it comes along when the upstream provider sends the browser back. */
function cookieOptions(issuer: string) {
  const secure = issuer.startsWith('https:');
  return { httpOnly: true, sameSite: 'lax', path: '/upstream', secure } as const;
}

function cookieOf(request: Request, name: string): string | undefined {
  const cookies = (request.get('cookie') ?? '').split('; ');
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
}

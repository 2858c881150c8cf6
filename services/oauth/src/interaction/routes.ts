import { readFileSync } from 'node:fs';
import { contextOf } from '@app-platform/service-kit';
import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { errors, type default as Provider } from 'oidc-provider';
import type { AccountSession } from '../account-pages/account-session.ts';
import type { AccountStore } from '../accounts/account-store.ts';
import { signIn } from '../accounts/sign-in.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import {
  type ConsentDependencies,
  type ConsentRequest,
  describeConsent,
  grantConsent,
} from './consent.ts';
import type { CsrfTokens } from './csrf.ts';
import { renderPage } from './pages.ts';

export type InteractionDependencies = ConsentDependencies & {
  sessions: AccountSession;
  accounts: AccountStore;
  clients: ClientAdapter;
  throttle: SignInThrottle;
  csrf: CsrfTokens;
};

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;

/** The sign-in and consent pages, between an authorization request and its answer. */
export function interactionRoutes(dependencies: InteractionDependencies): Router {
  const router = Router();
  const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');
  router.get('/assets/style.css', (_request, response) => {
    response.type('css').set('Cache-Control', 'public, max-age=3600').send(style);
  });
  // Browsers ask for it by themselves.
  router.get('/favicon.ico', (_request, response) => {
    response.status(204).end();
  });
  router.get('/interaction/:uid', async (request, response) => {
    const details = await dependencies.provider.interactionDetails(request, response);
    const html = await page(dependencies, details, false);
    response.set('Cache-Control', 'no-store').type('html').send(html);
  });
  const form = express.urlencoded({ extended: false, limit: 16_384, parameterLimit: 10 });
  router.post('/interaction/:uid/sign-in', form, async (request, response) => {
    await postSignIn(dependencies, request, response);
  });
  router.post('/interaction/:uid/consent', form, async (request, response) => {
    await postConsent(dependencies, request, response);
  });
  router.use(refuseOver);
  return router;
}

/** A tab that was left open, or a link that somebody else was sent. */
const refuseOver: ErrorRequestHandler = (error, _request, response, next) => {
  if (!(error instanceof errors.SessionNotFound)) return next(error);
  const html = renderPage('error', {
    title: 'This sign-in is over',
    code: 'session_not_found',
    description: 'it took too long, was finished already, or began in another browser',
    advice: 'Go back to the app and begin again.',
  });
  response.status(400).set('Cache-Control', 'no-store').type('html').send(html);
};

async function page(
  dependencies: InteractionDependencies,
  details: Details,
  refused: boolean,
  email = '',
): Promise<string> {
  const { uid, prompt } = details;
  const csrf = dependencies.csrf.issue(uid);
  if (prompt.name === 'login') {
    const action = `/interaction/${uid}/sign-in`;
    return renderPage('sign-in', { title: 'Sign in', action, csrf, email, refused });
  }
  const request = await consentRequest(dependencies, details);
  const action = `/interaction/${uid}/consent`;
  return renderPage(
    'consent',
    await describeConsent(dependencies.consents, request, { action, csrf }),
  );
}

async function postSignIn(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider } = dependencies;
  const details = await provider.interactionDetails(request, response);
  const { email, password, csrf } = textFields(request.body);
  const account = dependencies.csrf.check(details.uid, csrf)
    ? await signIn(dependencies, { email, password, address: contextOf(response).address })
    : undefined;
  if (!account || details.prompt.name !== 'login') {
    const html = await page(dependencies, details, true, email);
    response.status(400).set('Cache-Control', 'no-store').type('html').send(html);
    return;
  }
  await leaveOtherAccount(dependencies, details, account.id, request, response);
  const result = { login: { accountId: account.id, remember: true } };
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

/**
 * Signing in as somebody else ends the session before. oidc-provider would ask for that with a
 * page that needs script.
 */
async function leaveOtherAccount(
  { sessions, clock }: InteractionDependencies,
  details: Details,
  accountId: string,
  request: Request,
  response: Response,
): Promise<void> {
  if (!details.session?.accountId || details.session.accountId === accountId) return;
  await sessions.signOut(request, response);
  // The interaction is not tied to the session that has just ended.
  Reflect.deleteProperty(details.session, 'uid');
  await details.save(details.exp - Math.floor(clock().getTime() / 1000));
}

async function postConsent(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider } = dependencies;
  const details = await provider.interactionDetails(request, response);
  const { decision, csrf } = textFields(request.body);
  const isGenuine = dependencies.csrf.check(details.uid, csrf) && details.prompt.name === 'consent';
  if (isGenuine && decision === 'deny') {
    const denial = { error: 'access_denied', error_description: 'the user did not allow it' };
    await provider.interactionFinished(request, response, denial);
    return;
  }
  if (!isGenuine || decision !== 'allow') {
    const html = await page(dependencies, details, true);
    response.status(400).set('Cache-Control', 'no-store').type('html').send(html);
    return;
  }
  const grantId = await grantConsent(dependencies, await consentRequest(dependencies, details));
  await provider.interactionFinished(
    request,
    response,
    { consent: { grantId } },
    { mergeWithLastSubmission: true },
  );
}

async function consentRequest(
  { accounts, clients }: InteractionDependencies,
  { session, params: parameters }: Details,
): Promise<ConsentRequest> {
  const account = session?.accountId ? await accounts.find(session.accountId) : null;
  const clientId = String(parameters.client_id);
  const client = account && (await clients.lookUp(clientId, account.organizationId));
  if (!account || !client) throw new Error('an interaction lost its account or its client');
  return { account, client, parameters };
}

/** Form fields as text: one given twice is an array, and counts as none. */
function textFields(body: Record<string, unknown> = {}) {
  const text = (name: string) => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
  return {
    email: text('email'),
    password: text('password'),
    csrf: text('csrf'),
    decision: text('decision'),
  };
}

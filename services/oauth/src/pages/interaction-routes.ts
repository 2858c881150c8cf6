import { type Request, type RequestHandler, type Response, Router } from 'express';
import { errors } from 'oidc-provider';
import type { AccountStores } from '../accounts/account-store.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { scopesOf } from '../provider/scopes.ts';
import { renderPage, styleSheet, styleSheetPath } from '../rendering/pages.ts';
import {
  type PasswordSignInDependencies,
  postChoice,
  postPassword,
  type SignInForm,
} from './account-choice.ts';
import type { AccountSession } from './account-session.ts';
import {
  accountOf,
  type ConsentDependencies,
  consentRequest,
  describeConsent,
  describeLocalProgram,
  isLocalProgram,
} from './consent.ts';
import { decideConsent, finishIfApproved, hasAskedAdministrator } from './decide-consent.ts';
import { interactionErrors } from './error-page.ts';
import {
  answerOnce,
  type CsrfTokens,
  formBody,
  interactionIdOf,
  onceInInteraction,
  type RepeatDependencies,
  textFields,
} from './forms.ts';
import { finishSignIn, type InteractionDetails, signInPage, signInTarget } from './sign-in-page.ts';
import { upstreamRoutes } from './upstream-routes.ts';
import { addressOfSignIn, anotherAccount, noteApp, type WayBackDependencies } from './way-back.ts';

export type InteractionDependencies = ConsentDependencies &
  PasswordSignInDependencies &
  RepeatDependencies &
  WayBackDependencies & {
    database: AccountStores;
    clients: ClientAdapter;
    sessions: AccountSession;
    csrf: CsrfTokens;
  };

type Handler = (
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
) => Promise<void>;

/** The sign-in and consent pages, between an authorization request and its answer. */
export function interactionRoutes(dependencies: InteractionDependencies): Router {
  const router = Router();
  const once = (handler: Handler) =>
    onceInInteraction(dependencies, async (request, response) => {
      await handler(dependencies, request, response);
      return undefined;
    });
  const signInWith =
    (post: typeof postPassword): Handler =>
    async (_, request, response) =>
      post(dependencies, await signInForm(dependencies, request, response), request, response);
  router.get('/assets/style-:digest.css', sendStyleSheet);
  // Browsers request it unasked.
  router.get('/favicon.ico', (_request, response) => {
    response.status(204).end();
  });
  router.get('/interaction/:uid', (request, response) => getPage(dependencies, request, response));
  router.post('/interaction/:uid/sign-in', formBody, once(signInWith(postPassword)));
  router.post('/interaction/:uid/account', formBody, once(signInWith(postChoice)));
  router.post('/interaction/:uid/consent', formBody, once(postConsent));
  if (dependencies.upstream) {
    router.use(upstreamRoutes({ ...dependencies, upstream: dependencies.upstream }));
  }
  router.use(interactionErrors(dependencies));
  return router;
}

/**
 * Sends the page of an interaction. A user who has asked an administrator loads it again, which ends the
 * interaction where one has approved. Loaded twice, it ends once.
 */
async function getPage(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider } = dependencies;
  const found = await openInteraction(dependencies, request, response);
  if (found && !hasAskedAdministrator(found))
    return sendPage(dependencies, found, request, response);
  const id = interactionIdOf(provider, request, response);
  const asked = id !== undefined && { holder: `approval ${id}`, form: request.path };
  await answerOnce(dependencies, asked, response, async () => {
    const details = await provider.interactionDetails(request, response);
    if (!(await finishIfApproved(dependencies, details, request, response))) {
      await sendPage(dependencies, details, request, response);
    }
    return undefined;
  });
}

/** @returns undefined where it has ended */
async function openInteraction(
  { provider }: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<InteractionDetails | undefined> {
  try {
    return await provider.interactionDetails(request, response);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}

async function sendPage(
  dependencies: InteractionDependencies,
  details: InteractionDetails,
  request: Request,
  response: Response,
): Promise<void> {
  const fault = request.query.upstream === 'denied' ? 'refused' : undefined;
  const html = await page(dependencies, details, { fault });
  noteApp(dependencies, details, request, response);
  response.type('html').send(html);
}

/** A page of another release gets this release's sheet during an update; browsers do not keep it. */
const sendStyleSheet: RequestHandler = ({ path }, response) => {
  const isCurrent = path === styleSheetPath;
  response.set('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store');
  response.type('css').send(styleSheet);
};

async function page(
  dependencies: InteractionDependencies,
  details: InteractionDetails,
  signIn: Parameters<typeof signInPage>[2] = {},
): Promise<string> {
  const { uid, prompt } = details;
  if (prompt.name === 'login') return signInPage(dependencies, details, signIn);
  const account = await accountOf(dependencies, details);
  const form = { action: `/interaction/${uid}/consent`, csrf: dependencies.csrf.issue(uid) };
  const address = addressOfSignIn(details.params);
  if (isLocalProgram(details)) {
    const other = await anotherAccount(dependencies.registry, account, address);
    const shown = { ...form, anotherAccount: other };
    return renderPage(
      'local-program',
      describeLocalProgram(account, details.params, dependencies.issuer, shown),
    );
  }
  const request = await consentRequest(dependencies, details);
  // The client's record has the name.
  const { organizationName } = request.client;
  const names = { findOrganizationName: async () => organizationName ?? undefined };
  const other = await anotherAccount(names, account, address);
  const shown = { ...form, address: `/interaction/${uid}`, anotherAccount: other };
  return renderPage('consent', await describeConsent(dependencies, request, shown));
}

/** The sign-in of an authorization request. */
async function signInForm(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<SignInForm> {
  const details = await dependencies.provider.interactionDetails(request, response);
  const { csrf } = textFields(request, 'csrf');
  const { uid, params, prompt } = details;
  const clientId = String(params.client_id);
  return {
    isGenuine: dependencies.csrf.check(uid, csrf),
    isExpected: prompt.name === 'login',
    clientId,
    choiceAction: `/interaction/${uid}/account`,
    csrfToken: () => csrf,
    target: () => signInTarget(dependencies, clientId),
    finish: (account) => finishSignIn(dependencies, account, request, response),
    refuse: (refusal) => sendRefusal(dependencies, details, response, refusal),
  };
}

async function sendRefusal(
  dependencies: InteractionDependencies,
  details: InteractionDetails,
  response: Response,
  refusal: Parameters<typeof signInPage>[2] = {},
): Promise<void> {
  const html = await page(dependencies, details, refusal);
  response.status(400).type('html').send(html);
}

async function postConsent(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const details = await dependencies.provider.interactionDetails(request, response);
  const { decision, csrf, scopes } = textFields(request, 'decision', 'csrf', 'scopes');
  const isGenuine = dependencies.csrf.check(details.uid, csrf) && details.prompt.name === 'consent';
  const choice = { decision, shown: scopesOf(scopes) };
  const isDone =
    isGenuine && (await decideConsent(dependencies, details, choice, request, response));
  if (!isDone) await sendRefusal(dependencies, details, response, { fault: 'refused' });
}

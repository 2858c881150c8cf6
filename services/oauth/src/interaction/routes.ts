import { contextOf } from '@app-platform/http-api';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { AccountSession } from '../account-pages/account-session.ts';
import type { AccountStore, PasswordAccount } from '../accounts/account-store.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import { signIn } from '../accounts/sign-in.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, type OwnCookies } from '../cookies.ts';
import type { SignInCounts } from '../metrics/oauth-metrics.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { scopesOf } from '../provider/scopes.ts';
import { type ChooserDependencies, chooserPage, takeChoice } from './account-chooser.ts';
import { addressOfSignIn, anotherAccount } from './another-account.ts';
import { accountOf, consentRequest, isLocalProgram } from './asked-request.ts';
import { type ConsentDependencies, describeConsent } from './consent.ts';
import type { CsrfTokens } from './csrf.ts';
import { decideConsent } from './decide-consent.ts';
import { finishSignIn, type InteractionDetails } from './finish-sign-in.ts';
import { formBody } from './form-body.ts';
import { interactionErrors } from './interaction-errors.ts';
import { describeLocalProgram } from './local-program.ts';
import { renderPage } from './pages.ts';
import { onceInInteraction, type RepeatDependencies } from './repeated-forms.ts';
import { signInTarget } from './shown-app.ts';
import { signInPage } from './sign-in-page.ts';
import { styleSheet, styleSheetPath } from './style-sheet.ts';
import { upstreamRoutes } from './upstream-routes.ts';

export type InteractionDependencies = ConsentDependencies &
  ChooserDependencies &
  RepeatDependencies & {
    /** The service's public address. */
    issuer: string;
    accounts: AccountStore;
    clients: ClientAdapter;
    throttle: SignInThrottle;
    devices: DeviceCookies;
    cookies: OwnCookies;
    sessions: AccountSession;
    signIns: SignInCounts;
    csrf: CsrfTokens;
    /** If there is one, users sign in there, and not by password. */
    upstream: UpstreamSignIn | undefined;
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
    onceInInteraction(dependencies, (request, response) =>
      handler(dependencies, request, response),
    );
  router.get('/assets/style-:digest.css', sendStyleSheet);
  // Browsers request it unasked.
  router.get('/favicon.ico', (_request, response) => {
    response.status(204).end();
  });
  router.get('/interaction/:uid', async (request, response) => {
    const details = await dependencies.provider.interactionDetails(request, response);
    const fault = request.query.upstream === 'denied' ? 'refused' : undefined;
    const html = await page(dependencies, details, { fault });
    response.type('html').send(html);
  });
  router.post('/interaction/:uid/sign-in', formBody, once(postSignIn));
  router.post('/interaction/:uid/account', formBody, once(postChoice));
  router.post('/interaction/:uid/consent', formBody, once(postConsent));
  if (dependencies.upstream) {
    router.use(upstreamRoutes({ ...dependencies, upstream: dependencies.upstream }));
  }
  router.use(interactionErrors(dependencies));
  return router;
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
    return renderPage('local-program', describeLocalProgram(account, details.params, shown));
  }
  const request = await consentRequest(dependencies, details);
  // The client's record has the name.
  const { organizationName } = request.client;
  const names = { findOrganizationName: async () => organizationName ?? undefined };
  const other = await anotherAccount(names, account, address);
  const shown = { ...form, anotherAccount: other };
  return renderPage('consent', await describeConsent(dependencies, request, shown));
}

async function postSignIn(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider, upstream, cookies } = dependencies;
  const details = await provider.interactionDetails(request, response);
  const { email, password, csrf } = textFields(request.body);
  const isGenuine = !upstream && dependencies.csrf.check(details.uid, csrf);
  const context = contextOf(response);
  const deviceCookie = cookies.read(request, DEVICE_COOKIE);
  const fitting = isGenuine
    ? await signIn(dependencies, { email, password, deviceCookie, context })
    : [];
  const [account, ...others] = details.prompt.name === 'login' ? fitting : [];
  if (!account) {
    await sendRefusal(dependencies, details, response, { fault: 'refused', email });
  } else if (others.length === 0) {
    await finishPasswordSignIn(dependencies, account, request, response);
  } else {
    const clientId = String(details.params.client_id);
    const html = await chooserPage(dependencies, {
      form: csrf,
      accounts: fitting,
      action: `/interaction/${details.uid}/account`,
      target: await signInTarget(dependencies, clientId),
      clientId,
    });
    response.type('html').send(html);
  }
}

/** The choice of one of the accounts that a sign-in fits. */
async function postChoice(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const details = await dependencies.provider.interactionDetails(request, response);
  const fields = textFields(request.body);
  const isGenuine =
    dependencies.csrf.check(details.uid, fields.csrf) && details.prompt.name === 'login';
  const chosen = isGenuine && (await takeChoice(dependencies, fields, contextOf(response)));
  if (!chosen) {
    await sendRefusal(dependencies, details, response, { fault: 'choiceEnded' });
  } else if (chosen.isByPassword) {
    await finishPasswordSignIn(dependencies, chosen.account, request, response);
  } else {
    await finishSignIn(dependencies, chosen.account, request, response);
  }
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

async function finishPasswordSignIn(
  dependencies: InteractionDependencies,
  account: PasswordAccount,
  request: Request,
  response: Response,
): Promise<void> {
  const { cookies, devices } = dependencies;
  cookies.set(response, DEVICE_COOKIE, devices.issue(account), DEVICE_SECONDS);
  await finishSignIn(dependencies, account, request, response);
}

async function postConsent(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const details = await dependencies.provider.interactionDetails(request, response);
  const { decision, csrf, scopes } = textFields(request.body);
  const isGenuine = dependencies.csrf.check(details.uid, csrf) && details.prompt.name === 'consent';
  const choice = { decision, shown: scopesOf(scopes) };
  const isDone =
    isGenuine && (await decideConsent(dependencies, details, choice, request, response));
  if (!isDone) await sendRefusal(dependencies, details, response, { fault: 'refused' });
}

/** The form's fields. A repeated field is an array and counts as missing. */
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
    scopes: text('scopes'),
    choice: text('choice'),
    account: text('account'),
  };
}

import { contextOf } from '@app-platform/http-api';
import {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import { errors } from 'oidc-provider';
import type { AccountStore } from '../accounts/account-store.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import { signIn } from '../accounts/sign-in.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, type OwnCookies } from '../cookies.ts';
import type { SignInCounts } from '../metrics/oauth-metrics.ts';
import { AppBlocked } from '../provider/app-blocked.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { isInstalledRedirectUri } from '../provider/installed-redirect-uri.ts';
import {
  type ConsentDependencies,
  type ConsentRequest,
  describeConsent,
  grantConsent,
  mayConsent,
  recordDecision,
  requestConsent,
} from './consent.ts';
import type { CsrfTokens } from './csrf.ts';
import {
  type FinishDependencies,
  finishSignIn,
  type InteractionDetails,
} from './finish-sign-in.ts';
import { formBody } from './form-body.ts';
import { errorTexts, texts } from './page-texts.ts';
import { renderPage } from './pages.ts';
import { signInTarget } from './shown-app.ts';
import { styleSheet, styleSheetPath } from './style-sheet.ts';
import { upstreamRoutes } from './upstream-routes.ts';

export type InteractionDependencies = ConsentDependencies &
  FinishDependencies & {
    /** The service's public address. */
    issuer: string;
    accounts: AccountStore;
    clients: ClientAdapter;
    throttle: SignInThrottle;
    devices: DeviceCookies;
    cookies: OwnCookies;
    signIns: SignInCounts;
    csrf: CsrfTokens;
    /** If there is one, users sign in there, and not by password. */
    upstream: UpstreamSignIn | undefined;
  };

/** The sign-in and consent pages, between an authorization request and its answer. */
export function interactionRoutes(dependencies: InteractionDependencies): Router {
  const router = Router();
  router.get('/assets/style-:digest.css', sendStyleSheet);
  // Browsers request it unasked.
  router.get('/favicon.ico', (_request, response) => {
    response.status(204).end();
  });
  router.get('/interaction/:uid', async (request, response) => {
    const details = await dependencies.provider.interactionDetails(request, response);
    const html = await page(dependencies, details, request.query.upstream === 'denied');
    response.set('Cache-Control', 'no-store').type('html').send(html);
  });
  router.post('/interaction/:uid/sign-in', formBody, async (request, response) => {
    await postSignIn(dependencies, request, response);
  });
  router.post('/interaction/:uid/consent', formBody, async (request, response) => {
    await postConsent(dependencies, request, response);
  });
  if (dependencies.upstream) {
    router.use(upstreamRoutes({ ...dependencies, upstream: dependencies.upstream }));
  }
  router.use(interactionErrorHandler);
  return router;
}

/** A page of another release gets this release's sheet during an update; browsers do not keep it. */
const sendStyleSheet: RequestHandler = ({ path }, response) => {
  const isCurrent = path === styleSheetPath;
  response.set('Cache-Control', isCurrent ? 'public, max-age=31536000, immutable' : 'no-store');
  response.type('css').send(styleSheet);
};

/** For an interaction that has ended, or that another browser started; and for an uninstalled or blocked app. */
const interactionErrorHandler: ErrorRequestHandler = (error, _request, response, next) => {
  const values = errorPageOf(error);
  if (!values) return next(error);
  const html = renderPage('error', values);
  response.status(400).set('Cache-Control', 'no-store').type('html').send(html);
};

function errorPageOf(error: unknown) {
  if (error instanceof AppBlocked) return errorTexts.appBlocked(error.reason);
  if (error instanceof errors.SessionNotFound) return errorTexts.signInEnded;
  if (error instanceof errors.InvalidRedirectUri) return errorTexts.redirectUriReplaced;
  return error instanceof errors.InvalidClient ? errorTexts.appUninstalled : undefined;
}

async function page(
  dependencies: InteractionDependencies,
  details: InteractionDetails,
  refused: boolean,
  email = '',
): Promise<string> {
  const { uid, prompt } = details;
  const { upstream } = dependencies;
  const csrf = dependencies.csrf.issue(uid);
  if (prompt.name === 'login') {
    const target = await signInTarget(dependencies, String(details.params.client_id));
    const shared = { title: texts.signIn.title, csrf, target, refused };
    const action = `/interaction/${uid}`;
    return upstream
      ? renderPage('upstream-sign-in', {
          ...shared,
          action: `${action}/upstream`,
          provider: upstream.providerName,
        })
      : renderPage('sign-in', { ...shared, action: `${action}/sign-in`, email });
  }
  const request = await consentRequest(dependencies, details);
  const action = `/interaction/${uid}/consent`;
  return renderPage('consent', await describeConsent(dependencies, request, { action, csrf }));
}

async function postSignIn(
  dependencies: InteractionDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const { provider, upstream, cookies, devices } = dependencies;
  const details = await provider.interactionDetails(request, response);
  const { email, password, csrf } = textFields(request.body);
  const isGenuine = !upstream && dependencies.csrf.check(details.uid, csrf);
  const context = contextOf(response);
  const deviceCookie = cookies.read(request, DEVICE_COOKIE);
  const account = isGenuine
    ? await signIn(dependencies, { email, password, deviceCookie, context })
    : undefined;
  if (!account || details.prompt.name !== 'login') {
    const html = await page(dependencies, details, true, email);
    response.status(400).set('Cache-Control', 'no-store').type('html').send(html);
    return;
  }
  cookies.set(response, DEVICE_COOKIE, devices.issue(account.email), DEVICE_SECONDS);
  await finishSignIn(dependencies, details, account, request, response);
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
    const asked = await consentRequest(dependencies, details);
    await recordDecision(dependencies, asked, contextOf(response));
    const denial = { error: 'access_denied', error_description: 'the user denied access' };
    await provider.interactionFinished(request, response, denial);
    return;
  }
  const asked = isGenuine ? await consentRequest(dependencies, details) : undefined;
  const isAllowed = asked && (await mayConsent(dependencies, asked));
  if (asked && !isAllowed && decision === 'ask') {
    await requestConsent(dependencies, asked, contextOf(response));
    response.redirect(303, `/interaction/${details.uid}`);
    return;
  }
  if (!asked || !isAllowed || decision !== 'allow') {
    const html = await page(dependencies, details, true);
    response.status(400).set('Cache-Control', 'no-store').type('html').send(html);
    return;
  }
  const grantId = await grantConsent(dependencies, asked, contextOf(response));
  await provider.interactionFinished(
    request,
    response,
    { consent: { grantId } },
    { mergeWithLastSubmission: true },
  );
}

async function consentRequest(
  { accounts, clients, provider }: InteractionDependencies,
  { session, params: parameters }: InteractionDetails,
): Promise<ConsentRequest> {
  const account = session?.accountId ? await accounts.find(session.accountId) : null;
  const clientId = String(parameters.client_id);
  const client = account && (await clients.lookUp(clientId, account.organizationId));
  if (!account || !client)
    throw new Error('The account or the client of an interaction does not exist');
  // The organization may have installed another version while the page was open.
  if (!isInstalledRedirectUri(provider, client, parameters.redirect_uri)) {
    throw new errors.InvalidRedirectUri();
  }
  return { account, client, parameters };
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
  };
}

import type { ClientRecord } from '@app-platform/contracts';
import { contextOf } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Account } from '../accounts/account-store.ts';
import { LOGOUT_PATH } from '../endpoints/endpoint-paths.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { SIGNING_ALGORITHM } from '../keys/signing-key-store.ts';
import { errorTexts, texts } from '../rendering/page-texts.ts';
import { renderPage } from '../rendering/pages.ts';
import {
  type AccountPageDependencies,
  sendPage,
  signedIn,
  signOutEvent,
} from './account-routes.ts';
import { formBody, isGenuine, issueForm } from './forms.ts';

export type LogoutDependencies = AccountPageDependencies & { issuer: string; keyRing: KeyRing };

/** Of OpenID Connect RP-Initiated Logout, section 2. */
type LogoutRequest = {
  id_token_hint?: string;
  client_id?: string;
  post_logout_redirect_uri?: string;
  state?: string;
};

const PARAMETERS = ['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'] as const;
/** Below the path of the cookie that makes a form genuine. */
const CONFIRMATION_PATH = '/account/logout';

/**
 * Ends the session of a user whom an app sends here (OpenID Connect RP-Initiated Logout). An ID token of the
 * session shows that the app means it; without one the user is asked.
 */
export function logoutRoutes(dependencies: LogoutDependencies): Router {
  const by = (handler: typeof logOut) => (request: Request, response: Response) =>
    handler(dependencies, request, response);
  return Router()
    .get(LOGOUT_PATH, by(logOut))
    .post(LOGOUT_PATH, formBody, (request, response) => {
      // A browser sends no cookie with the form of another site.
      const search = new URLSearchParams(parametersOf(request.body));
      response.redirect(303, `${LOGOUT_PATH}?${search}`);
    })
    .get(CONFIRMATION_PATH, by(askUser))
    .post(CONFIRMATION_PATH, formBody, by(confirm));
}

async function logOut(
  dependencies: LogoutDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = parametersOf(request.query);
  const hint = await readHint(dependencies, asked.id_token_hint);
  const clientId = hint ? String(hint.aud) : asked.client_id;
  const account = await signedIn(dependencies, request, response);
  const fault = await faultOf(dependencies, asked, { hint, clientId, account });
  if (fault !== undefined) {
    return refuse(request, response, fault);
  }
  const { post_logout_redirect_uri: uri, state } = asked;
  if (account && account.id !== hint?.sub) {
    const search = new URLSearchParams(parametersOf({ ...asked, client_id: clientId }));
    search.delete('id_token_hint');
    return response.redirect(303, `${CONFIRMATION_PATH}?${search}`);
  }
  if (account) {
    const event = signOutEvent(account, contextOf(response));
    await dependencies.sessions.signOut(request, response, event);
  }
  finish(response, { uri: clientId && uri, state });
}

/** Shows the page on which the user decides. */
async function askUser(
  dependencies: LogoutDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = parametersOf(request.query);
  const account = await signedIn(dependencies, request, response);
  if (!account) return logOut(dependencies, request, response);
  const csrf = issueForm(dependencies, request, response);
  const { title } = texts.logout;
  const form = { csrf, action: CONFIRMATION_PATH, fields: Object.entries(asked) };
  sendPage(response, 200, renderPage('logout', { title, ...form, email: account.email }));
}

async function confirm(
  dependencies: LogoutDependencies,
  request: Request,
  response: Response,
): Promise<void> {
  const asked = parametersOf(request.body);
  const { client_id: clientId, post_logout_redirect_uri: uri, state } = asked;
  const account = await signedIn(dependencies, request, response);
  const fault = await faultOf(dependencies, asked, { clientId, account });
  if (fault !== undefined) {
    return refuse(request, response, fault);
  }
  if (!isGenuine(dependencies, request)) {
    return response.redirect(303, `${CONFIRMATION_PATH}?${new URLSearchParams(asked)}`);
  }
  const event = account && signOutEvent(account, contextOf(response));
  await dependencies.sessions.signOut(request, response, event);
  finish(response, { uri: clientId && uri, state });
}

function refuse(request: Request, response: Response, fault: string): void {
  if (request.accepts(['html', 'json']) === 'json') {
    response.status(400).json({ error: 'invalid_request', error_description: fault });
    return;
  }
  sendPage(response, 400, renderPage('error', errorTexts.logoutRefused(fault)));
}

function finish(
  response: Response,
  { uri, state }: { uri: string | undefined; state: string | undefined },
): void {
  const address = uri ? URL.parse(uri) : null;
  if (address && state !== undefined) address.searchParams.set('state', state);
  if (address) response.redirect(303, address.href);
  else sendPage(response, 200, renderPage('message', texts.logout.done));
}

function parametersOf(given: Record<string, unknown> = {}): LogoutRequest {
  const known = PARAMETERS.map((name) => [name, given[name]]);
  return Object.fromEntries(known.filter(([, value]) => typeof value === 'string'));
}

/**
 * The claims of an ID token, which may have expired.
 * @returns undefined for one that cannot be checked any more; null for one that is not of this service
 */
async function readHint(
  { issuer, keyRing }: LogoutDependencies,
  token: string | undefined,
): Promise<JWTPayload | undefined | null> {
  if (token === undefined) return undefined;
  const keys = createLocalJWKSet({ keys: keyRing.published });
  try {
    const currentDate = new Date(0);
    const expected = { issuer, algorithms: [SIGNING_ALGORITHM], currentDate };
    const { payload, protectedHeader } = await jwtVerify(token, keys, expected);
    return protectedHeader.typ === undefined ? payload : null;
  } catch (error) {
    if (error instanceof errors.JWKSNoMatchingKey) return undefined;
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** Who asks for a logout, and whose session it is. */
type Asker = {
  hint?: JWTPayload | undefined | null;
  /** Of the hint, or as it was sent. */
  clientId: string | undefined;
  account: Account | undefined;
};

/** What is wrong with a request. */
async function faultOf(
  { clients }: LogoutDependencies,
  asked: LogoutRequest,
  { hint, clientId, account }: Asker,
): Promise<string | undefined> {
  if (hint === null) return 'id_token_hint is not an ID token of this service';
  if (asked.client_id !== undefined && asked.client_id !== clientId) {
    return 'client_id is not the client of id_token_hint';
  }
  const uri = asked.post_logout_redirect_uri;
  if (uri === undefined || clientId === undefined) return undefined;
  const organizationId = account?.organizationId ?? textOf(hint?.org);
  const client = await clients.lookUp(clientId, organizationId);
  const isReachable = client && isInstalled(client, organizationId);
  if (isReachable && isOfApp(uri, client.redirectUris)) return undefined;
  return 'post_logout_redirect_uri is not on the site of a redirect URI of an installed app';
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' ? claim : undefined;
}

/** Whether users may be sent to an app: those of one organization, or anybody where it is not known. */
function isInstalled(client: ClientRecord, organizationId: string | undefined): boolean {
  if (typeof client.blockedReason === 'string') return false;
  return organizationId === undefined ? client.installed : client.installedSince !== null;
}

/** Apps register no addresses for this: one on the site of a redirect URI is the app's too. */
function isOfApp(uri: string, redirectUris: readonly string[]): boolean {
  const address = URL.parse(uri);
  if (!address) return false;
  const isOfWeb = address.protocol === 'https:' || address.protocol === 'http:';
  return redirectUris.some((one) =>
    isOfWeb ? URL.parse(one)?.origin === address.origin : one === uri,
  );
}

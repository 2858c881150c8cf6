import { contextOf, type RequestContext } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import type { Account, AccountStore } from '../accounts/account-store.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import { signIn } from '../accounts/sign-in.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, type OwnCookies } from '../cookies.ts';
import type { AccessStore } from '../grants/access-store.ts';
import type { CsrfTokens } from '../interaction/csrf.ts';
import { formBody } from '../interaction/form-body.ts';
import { texts } from '../interaction/page-texts.ts';
import { renderPage } from '../interaction/pages.ts';
import { roleSentence } from '../interaction/role-sentences.ts';
import { accountTarget, type ShownApp, shownApp } from '../interaction/shown-app.ts';
import type { SignInCounts } from '../metrics/oauth-metrics.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { consoleUrlOf, type FirstPartyRedirectUris } from '../provider/first-party-clients.ts';
import { isGenuine, issueForm } from './account-form.ts';
import type { AccountSession } from './account-session.ts';

export type AccountPageDependencies = {
  accounts: AccountStore;
  audit: AuditStore;
  access: AccessStore;
  clients: ClientAdapter;
  /** The registry's public address. */
  audience: string;
  sessions: AccountSession;
  throttle: SignInThrottle;
  devices: DeviceCookies;
  cookies: OwnCookies;
  signIns: SignInCounts;
  csrf: CsrfTokens;
  firstPartyRedirectUris?: FirstPartyRedirectUris;
  /** If there is one, users sign in there, and not by password. */
  upstream: UpstreamSignIn | undefined;
};

const PATH = '/account/apps';
const ACCOUNT_PATH = '/account';

type Handler = (
  dependencies: AccountPageDependencies,
  request: Request,
  response: Response,
) => Promise<void>;

/** The pages on which users see the apps that have access, and revoke it. */
export function accountRoutes(dependencies: AccountPageDependencies): Router {
  const router = Router();
  const by = (handler: Handler) => (request: Request, response: Response) =>
    handler(dependencies, request, response);
  router.get(PATH, by(showApps));
  router.post('/account/sign-in', formBody, by(postSignIn));
  router.post('/account/sign-out', formBody, by(postSignOut));
  router.post('/account/apps/revoke', formBody, by(postRevoke));
  return router;
}

const showApps: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  const csrf = issueForm(dependencies, request, response);
  const refused = request.query.upstream === 'denied';
  const html = account
    ? await appsPage(dependencies, account, csrf)
    : signInPage(dependencies, csrf, '', refused);
  sendPage(response, 200, html);
};

const postSignIn: Handler = async (dependencies, request, response) => {
  const { cookies, devices } = dependencies;
  const { email, password } = fields(request);
  const context = contextOf(response);
  const deviceCookie = cookies.read(request, DEVICE_COOKIE);
  const account =
    !dependencies.upstream && isGenuine(dependencies, request)
      ? await signIn(dependencies, { email, password, deviceCookie, context })
      : undefined;
  if (account) {
    cookies.set(response, DEVICE_COOKIE, devices.issue(account.email), DEVICE_SECONDS);
    await dependencies.sessions.signIn(request, response, account);
    response.redirect(303, pathAfterSignIn(request));
    return;
  }
  const csrf = issueForm(dependencies, request, response);
  const html = signInPage(dependencies, csrf, email, true, pathAfterSignIn(request));
  sendPage(response, 400, html);
};

/** Of our own pages only: an address from the query would be an open redirector. */
function pathAfterSignIn(request: Request): string {
  return request.query.then === ACCOUNT_PATH ? ACCOUNT_PATH : PATH;
}

const postSignOut: Handler = async (dependencies, request, response) => {
  if (isGenuine(dependencies, request)) {
    const account = await signedIn(dependencies, request, response);
    await dependencies.sessions.signOut(request, response);
    if (account) await recordSignOut(dependencies.audit, account, contextOf(response));
  }
  response.redirect(303, PATH);
};

const postRevoke: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  if (account && isGenuine(dependencies, request)) {
    const { clientId } = fields(request);
    await dependencies.access.revoke(account, clientId, contextOf(response));
  }
  response.redirect(303, PATH);
};

function recordSignOut(
  audit: AuditStore,
  { id, organizationId }: Account,
  context: RequestContext,
): Promise<void> {
  const actor = { kind: 'account', id } as const;
  const action = 'session.ended';
  return audit.record({ actor, action, subject: id, organizationId, context });
}

/** Sends a page, which no cache keeps. */
export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).set('Cache-Control', 'no-store').type('html').send(html);
}

/** The account of the browser's session. */
export async function signedIn(
  { accounts, sessions }: Pick<AccountPageDependencies, 'accounts' | 'sessions'>,
  request: Request,
  response: Response,
): Promise<Account | null> {
  const accountId = await sessions.accountId(request, response);
  return accountId ? accounts.find(accountId) : null;
}

/** @param then the page of ours that follows */
export function signInPage(
  { upstream }: Pick<AccountPageDependencies, 'upstream'>,
  csrf: string,
  email: string,
  refused: boolean,
  then = PATH,
): string {
  const shared = { title: texts.signIn.title, csrf, target: accountTarget, refused };
  if (upstream) {
    const action = '/account/upstream';
    return renderPage('upstream-sign-in', { ...shared, action, provider: upstream.providerName });
  }
  const action = then === PATH ? '/account/sign-in' : `/account/sign-in?then=${then}`;
  return renderPage('sign-in', { ...shared, action, email });
}

const unregisteredApp: ShownApp = {
  title: texts.accountApps.unregistered,
  iconUrl: null,
  developer: null,
  owner: null,
};

async function appsPage(
  { access, clients, audience, firstPartyRedirectUris }: AccountPageDependencies,
  account: Account,
  csrf: string,
): Promise<string> {
  const held = await access.list(account.id);
  const apps = await Promise.all(
    held.map(async ({ clientId, scopes, grantedAt }) => {
      const client = await clients.lookUp(clientId, account.organizationId);
      return {
        ...(client ? shownApp(client, audience) : unregisteredApp),
        clientId,
        isBlocked: typeof client?.blockedReason === 'string',
        isInstalled: Boolean(client?.installedSince),
        since: grantedAt.toISOString().slice(0, 10),
        scopes: scopes.map((scope) => ({ scope, sentence: roleSentence(scope) })),
      };
    }),
  );
  const { title } = texts.accountApps;
  const consoleUrl = consoleUrlOf(firstPartyRedirectUris);
  return renderPage('apps', { title, csrf, email: account.email, apps, consoleUrl });
}

function fields(request: Request) {
  const body: Record<string, unknown> = request.body ?? {};
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '');
  return {
    email: text('email'),
    password: text('password'),
    clientId: text('client_id'),
  };
}

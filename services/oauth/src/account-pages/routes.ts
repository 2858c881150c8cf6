import { contextOf, type RequestContext } from '@app-platform/http-api';
import { type Request, type Response, Router } from 'express';
import type { Account, AccountStore, PasswordAccount } from '../accounts/account-store.ts';
import type { DeviceCookies } from '../accounts/device-cookies.ts';
import { signIn } from '../accounts/sign-in.ts';
import type { SignInThrottle } from '../accounts/sign-in-throttle.ts';
import type { UpstreamSignIn } from '../accounts/upstream/upstream-sign-in.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import { DEVICE_COOKIE, DEVICE_SECONDS, type OwnCookies } from '../cookies.ts';
import type { AccessStore } from '../grants/access-store.ts';
import {
  type ChooserDependencies,
  chooserPage,
  takeChoice,
} from '../interaction/account-chooser.ts';
import type { CsrfTokens } from '../interaction/csrf.ts';
import { formBody } from '../interaction/form-body.ts';
import { texts } from '../interaction/page-texts.ts';
import { renderPage } from '../interaction/pages.ts';
import { roleSentence } from '../interaction/role-sentences.ts';
import { accountTarget, type ShownApp, shownApp } from '../interaction/shown-app.ts';
import { renderSignIn, type SignInFault } from '../interaction/sign-in-page.ts';
import { ACCOUNT_CHOICE_PATH } from '../interaction/upstream-routes.ts';
import type { SignInCounts } from '../metrics/oauth-metrics.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { consoleUrlOf, type FirstPartyRedirectUris } from '../provider/first-party-clients.ts';
import { isGenuine, issueForm } from './account-form.ts';
import type { AccountSession } from './account-session.ts';

export type AccountPageDependencies = ChooserDependencies & {
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
  router.get('/account/sign-in', by(showSignIn));
  router.post('/account/sign-in', formBody, by(postSignIn));
  router.post(ACCOUNT_CHOICE_PATH, formBody, by(postChoice));
  router.post('/account/sign-out', formBody, by(postSignOut));
  router.post('/account/apps/revoke', formBody, by(postRevoke));
  return router;
}

const showApps: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  const csrf = issueForm(dependencies, request, response);
  const fault = request.query.upstream === 'denied' ? 'refused' : undefined;
  const html = account
    ? await appsPage(dependencies, account, csrf)
    : signInPage(dependencies, csrf, { fault });
  sendPage(response, 200, html);
};

/** Another account signs in. Until then the session stays. */
const showSignIn: Handler = async (dependencies, request, response) => {
  const csrf = issueForm(dependencies, request, response);
  sendPage(response, 200, signInPage(dependencies, csrf, { isOther: true }));
};

const postSignIn: Handler = async (dependencies, request, response) => {
  const { email, password, csrf } = fields(request);
  const context = contextOf(response);
  const deviceCookie = dependencies.cookies.read(request, DEVICE_COOKIE);
  const fitting =
    !dependencies.upstream && isGenuine(dependencies, request)
      ? await signIn(dependencies, { email, password, deviceCookie, context })
      : [];
  const [account, ...others] = fitting;
  if (!account) {
    sendSignIn(dependencies, request, response, { fault: 'refused', email });
  } else if (others.length === 0) {
    await finishPasswordSignIn(dependencies, account, request, response);
  } else {
    const chooser = { action: addressWith(ACCOUNT_CHOICE_PATH, request), target: accountTarget };
    const html = await chooserPage(dependencies, { form: csrf, accounts: fitting, ...chooser });
    sendPage(response, 200, html);
  }
};

/** The choice of one of the accounts that a sign-in fits. */
const postChoice: Handler = async (dependencies, request, response) => {
  const chosen =
    isGenuine(dependencies, request) &&
    (await takeChoice(dependencies, fields(request), contextOf(response)));
  if (!chosen) {
    sendSignIn(dependencies, request, response, { fault: 'choiceEnded' });
  } else if (chosen.isByPassword) {
    await finishPasswordSignIn(dependencies, chosen.account, request, response);
  } else {
    await finishSignIn(dependencies, chosen.account, request, response);
  }
};

async function finishPasswordSignIn(
  dependencies: AccountPageDependencies,
  account: PasswordAccount,
  request: Request,
  response: Response,
): Promise<void> {
  const { cookies, devices } = dependencies;
  cookies.set(response, DEVICE_COOKIE, devices.issue(account), DEVICE_SECONDS);
  await finishSignIn(dependencies, account, request, response);
}

async function finishSignIn(
  { sessions }: AccountPageDependencies,
  account: Account,
  request: Request,
  response: Response,
): Promise<void> {
  await sessions.signIn(request, response, account);
  response.redirect(303, pathAfterSignIn(request));
}

function sendSignIn(
  dependencies: AccountPageDependencies,
  request: Request,
  response: Response,
  { email = '', fault }: { email?: string; fault: SignInFault },
): void {
  const csrf = issueForm(dependencies, request, response);
  const html = signInPage(dependencies, csrf, { email, fault, next: pathAfterSignIn(request) });
  sendPage(response, 400, html);
}

/** A form's address that remembers which page follows. */
function addressWith(path: string, request: Request): string {
  const next = pathAfterSignIn(request);
  return next === PATH ? path : `${path}?then=${next}`;
}

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
  response.status(status).type('html').send(html);
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

/** @param options why it is shown again, and the page of ours that follows */
export function signInPage(
  { upstream }: Pick<AccountPageDependencies, 'upstream'>,
  csrf: string,
  options: {
    email?: string;
    fault?: SignInFault | undefined;
    next?: string;
    isOther?: boolean;
  } = {},
): string {
  const { email = '', fault, next = PATH, isOther = false } = options;
  const path = `/account/${upstream ? 'upstream' : 'sign-in'}`;
  const query = upstream ? isOther && 'prompt=login' : next !== PATH && `then=${next}`;
  const action = query ? `${path}?${query}` : path;
  const shared = { title: texts.signIn.title, csrf, target: accountTarget };
  return renderSignIn({ upstream }, { ...shared, action, email, fault });
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
    csrf: text('csrf'),
    choice: text('choice'),
    account: text('account'),
    clientId: text('client_id'),
  };
}

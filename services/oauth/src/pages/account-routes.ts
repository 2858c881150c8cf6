import { contextOf, type RequestContext } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { type Request, type Response, Router } from 'express';
import type { Account, AccountStores } from '../accounts/account-store.ts';
import type { AuditEvent, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { AccessStores } from '../grants/access-store.ts';
import type { RevocationStores } from '../grants/revocation-store.ts';
import { revokeAccess } from '../grants/revoke-access.ts';
import type { ClientAdapter } from '../provider/client-adapter.ts';
import { consoleUrlOf, type FirstPartyRedirectUris } from '../provider/first-party-clients.ts';
import { texts } from '../rendering/page-texts.ts';
import { renderPage, type ShownApp } from '../rendering/pages.ts';
import {
  type PasswordSignInDependencies,
  postChoice,
  postPassword,
  type SignInForm,
} from './account-choice.ts';
import type { AccountSession } from './account-session.ts';
import {
  type CsrfTokens,
  formBody,
  isGenuine,
  issueForm,
  onceInAccountPages,
  type RepeatDependencies,
  textFields,
} from './forms.ts';
import {
  addressWithPage,
  type PageAfterSignIn,
  pageAfterSignIn,
  pathOfPage,
  targetOfPage,
} from './page-after-sign-in.ts';
import { roleSentence } from './role-sentences.ts';
import { renderSignIn, type SignInFault, shownApp } from './sign-in-page.ts';
import { ACCOUNT_CHOICE_PATH } from './upstream-routes.ts';

export type AccountPageDependencies = PasswordSignInDependencies &
  RepeatDependencies & {
    database: Database<AccountStores & AuditStores & AccessStores & RevocationStores>;
    clock: Clock;
    clients: ClientAdapter;
    /** The registry's public address. */
    audience: string;
    sessions: AccountSession;
    csrf: CsrfTokens;
    firstPartyRedirectUris?: FirstPartyRedirectUris;
  };

const PATH = '/account/apps';

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
  // A form that is sent twice would find the session under its former cookie no more, and leave it without an end.
  const signInOnce = (purpose: string, post: typeof postPassword) =>
    onceInAccountPages(dependencies, purpose, async (request, response) => {
      await post(dependencies, signInForm(dependencies, request, response), request, response);
      return undefined;
    });
  router.get(PATH, by(showApps));
  router.get('/account/sign-in', by(showSignIn));
  router.post('/account/sign-in', formBody, signInOnce('account sign-in', postPassword));
  router.post(ACCOUNT_CHOICE_PATH, formBody, signInOnce('account choice', postChoice));
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
  const next = pageAfterSignIn(request);
  sendPage(response, 200, signInPage(dependencies, csrf, { replacesSignIn: true, next }));
};

/** The sign-in to the account pages. */
function signInForm(
  dependencies: AccountPageDependencies,
  request: Request,
  response: Response,
): SignInForm {
  const next = pageAfterSignIn(request);
  return {
    isGenuine: isGenuine(dependencies, request),
    isExpected: true,
    choiceAction: addressWithPage(ACCOUNT_CHOICE_PATH, next),
    csrfToken: () => textFields(request, 'csrf').csrf,
    target: async () => targetOfPage(next),
    finish: async (account) => {
      await dependencies.sessions.signIn(request, response, account);
      response.redirect(303, pathOfPage(next));
    },
    refuse: async (refusal) => sendSignIn(dependencies, request, response, refusal),
  };
}

function sendSignIn(
  dependencies: AccountPageDependencies,
  request: Request,
  response: Response,
  { email = '', fault }: { email?: string; fault: SignInFault },
): void {
  const csrf = issueForm(dependencies, request, response);
  const html = signInPage(dependencies, csrf, { email, fault, next: pageAfterSignIn(request) });
  sendPage(response, 400, html);
}

const postSignOut: Handler = async (dependencies, request, response) => {
  if (isGenuine(dependencies, request)) {
    const account = await signedIn(dependencies, request, response);
    const event = account ? signOutEvent(account, contextOf(response)) : undefined;
    await dependencies.sessions.signOut(request, response, event);
  }
  response.redirect(303, PATH);
};

const postRevoke: Handler = async (dependencies, request, response) => {
  const account = await signedIn(dependencies, request, response);
  if (account && isGenuine(dependencies, request)) {
    const { client_id: clientId } = textFields(request, 'client_id');
    await revokeAccess(dependencies, account, clientId, contextOf(response));
  }
  response.redirect(303, PATH);
};

export function signOutEvent({ id, organizationId }: Account, context: RequestContext): AuditEvent {
  const actor = { kind: 'account', id } as const;
  return { actor, action: 'session.ended', subject: id, organizationId, context };
}

/** Sends a page, which no cache keeps. */
export function sendPage(response: Response, status: number, html: string): void {
  response.status(status).type('html').send(html);
}

/** The account of the browser's session. */
export async function signedIn(
  { database, sessions }: { database: AccountStores; sessions: AccountSession },
  request: Request,
  response: Response,
): Promise<Account | undefined> {
  const accountId = await sessions.accountId(request, response);
  return accountId ? database.accounts.find(accountId) : undefined;
}

/** @param options why it is shown again, and the page of ours that follows */
export function signInPage(
  { upstream }: Pick<AccountPageDependencies, 'upstream'>,
  csrf: string,
  options: {
    email?: string;
    fault?: SignInFault | undefined;
    next?: PageAfterSignIn;
    /** Whether somebody is signed in: the upstream provider then asks again. */
    replacesSignIn?: boolean;
  } = {},
): string {
  const { email = '', fault, next = 'apps', replacesSignIn = false } = options;
  const path = `/account/${upstream ? 'upstream' : 'sign-in'}`;
  const action = addressWithPage(
    path,
    next,
    upstream && replacesSignIn ? 'prompt=login' : undefined,
  );
  const shared = { title: texts.signIn.title, csrf, target: targetOfPage(next) };
  return renderSignIn({ upstream }, { ...shared, action, email, fault });
}

const unregisteredApp: ShownApp = {
  title: texts.accountApps.unregistered,
  iconUrl: null,
  developer: null,
  owner: null,
};

async function appsPage(
  { database, clock, clients, audience, firstPartyRedirectUris }: AccountPageDependencies,
  account: Account,
  csrf: string,
): Promise<string> {
  const held = await database.access.list(account.id, clock());
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

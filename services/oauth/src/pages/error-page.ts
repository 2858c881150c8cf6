import type { ErrorRequestHandler, Request, Response } from 'express';
import {
  type Configuration,
  errors,
  type KoaContextWithOIDC,
  type default as Provider,
} from 'oidc-provider';
import type { AccountStores } from '../accounts/account-store.ts';
import { outagePage } from '../endpoints/outages.ts';
import { OutsideLimit } from '../provider/app-limits.ts';
import {
  AppBlocked,
  type ClientAdapter,
  OrganizationSuspended,
  RefusedByPolicy,
} from '../provider/client-adapter.ts';
import { refusedAccount } from '../provider/provider-account.ts';
import { errorTexts } from '../rendering/page-texts.ts';
import { renderPage, type WayBack } from '../rendering/pages.ts';
import {
  addressOfSignIn,
  anotherAccount,
  type OrganizationNames,
  type WayBackDependencies,
  wayBackOf,
  wayBackToApp,
} from './way-back.ts';

type ErrorPageDependencies = Omit<WayBackDependencies, 'clients'> & {
  clients: ClientAdapter;
  database: AccountStores;
  registry: OrganizationNames;
};

type RenderError = NonNullable<Configuration['renderError']>;

/**
 * Answers an authorization error that must not be redirected: a page for people or for the app's
 * developer, or JSON if the client prefers it.
 */
export function renderProviderError(dependencies: ErrorPageDependencies): RenderError {
  return async (context, out, error) => {
    if (context.accepts('html', 'json') === 'json') {
      context.body = out;
      return;
    }
    context.type = 'html';
    context.body = await pageOf(dependencies, context, out, error);
  };
}

async function pageOf(
  dependencies: ErrorPageDependencies,
  context: KoaContextWithOIDC,
  out: Parameters<RenderError>[1],
  error: Error,
): Promise<string> {
  const { clients } = dependencies;
  const { client_id: clientId } = context.query;
  if (out.error === 'temporarily_unavailable') return outagePage();
  if (error instanceof AppBlocked) return renderPage('error', errorTexts.appBlocked(error.reason));
  if (error instanceof OutsideLimit) {
    const other = await anotherAccountOf(dependencies, context);
    return renderPage('error', {
      ...(await limitTexts(dependencies, error)),
      anotherAccount: other,
    });
  }
  if (error instanceof OrganizationSuspended) {
    const other = await anotherAccountOf(dependencies, context);
    const values = errorTexts.organizationSuspended(error.reason);
    return renderPage('error', { ...values, anotherAccount: other });
  }
  if (error instanceof RefusedByPolicy) {
    const other = await anotherAccountOf(dependencies, context);
    return renderPage('error', { ...errorTexts.appRefusedByPolicy, anotherAccount: other });
  }
  if (error instanceof errors.SessionNotFound) {
    const wayBack = await wayBackOf(dependencies, context.cookies);
    return renderPage('error', { ...errorTexts.signInEnded, wayBack });
  }
  if (error instanceof errors.InvalidRequestUri) {
    const wayBack = await wayBackTo(clients, clientId);
    return renderPage('error', { ...errorTexts.requestEnded(error.message), wayBack });
  }
  const advice = await adviceFor(clients, clientId, out.error);
  const values = errorTexts.requestRefused(
    out.error,
    out.error_description ?? error.message,
    advice,
  );
  const other = await anotherAccountOf(dependencies, context);
  return renderPage('error', { ...values, anotherAccount: other });
}

async function anotherAccountOf({ registry }: ErrorPageDependencies, context: KoaContextWithOIDC) {
  const account = refusedAccount(context);
  const address = addressOfSignIn(context.oidc.params ?? {});
  return account && anotherAccount(registry, account, address);
}

async function wayBackTo(clients: ClientAdapter, clientId: unknown): Promise<WayBack | undefined> {
  const client = typeof clientId === 'string' ? await clients.lookUp(clientId) : undefined;
  return client && wayBackToApp(client);
}

async function adviceFor(
  clients: ClientAdapter,
  clientId: unknown,
  error: string | undefined,
): Promise<'install' | 'request' | 'register' | 'match'> {
  if (error === 'invalid_client') return 'install';
  if (error !== 'invalid_redirect_uri' || typeof clientId !== 'string') return 'request';
  const client = await clients.lookUp(clientId);
  return client?.redirectUris.length === 0 ? 'register' : 'match';
}

export type InteractionErrorDependencies = WayBackDependencies & {
  provider: Provider;
  database: AccountStores;
  registry: OrganizationNames;
};

/** For an interaction that has ended, or that another browser started; and for an uninstalled or blocked app. */
export function interactionErrors(dependencies: InteractionErrorDependencies): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const isOutside = error instanceof OutsideLimit;
    const values = isOutside ? await limitTexts(dependencies, error) : errorPageOf(error);
    if (!values) return next(error);
    const dependsOnAccount = isOutside || DEPENDS_ON_ACCOUNT.includes(values);
    const other = dependsOnAccount
      ? await interactionAccountOf(dependencies, request, response)
      : undefined;
    const wayBack = STARTS_AGAIN.includes(values)
      ? await wayBackOf(
          dependencies,
          dependencies.provider.createContext(request, response).cookies,
        )
      : undefined;
    const html = renderPage('error', { ...values, anotherAccount: other, wayBack });
    response.status(400).type('html').send(html);
  };
}

/** Who may use the app: the first of them, as addresses and roles. */
async function limitTexts(
  { database }: { database: AccountStores },
  { limit, organizationId }: OutsideLimit,
) {
  const users: string[] = [];
  for (const id of limit.users.slice(0, MOST_NAMED)) {
    const account = await database.accounts.find(id);
    if (account?.organizationId === organizationId) users.push(account.email);
  }
  return errorTexts.appLimited(users, limit.roles.slice(0, MOST_NAMED));
}

const MOST_NAMED = 10;

const DEPENDS_ON_ACCOUNT: unknown[] = [
  errorTexts.appUninstalled,
  errorTexts.appRefusedByPolicy,
  errorTexts.redirectUriReplaced,
];
const STARTS_AGAIN: unknown[] = [errorTexts.signInEnded, errorTexts.redirectUriReplaced];

/** Of an interaction whose user has signed in before. */
async function interactionAccountOf(
  { provider, database, registry }: InteractionErrorDependencies,
  request: Request,
  response: Response,
) {
  const { session, params } = await provider.interactionDetails(request, response);
  const account = session?.accountId ? await database.accounts.find(session.accountId) : null;
  return account ? anotherAccount(registry, account, addressOfSignIn(params)) : undefined;
}

function errorPageOf(error: unknown) {
  if (error instanceof AppBlocked) return errorTexts.appBlocked(error.reason);
  if (error instanceof OrganizationSuspended) {
    return errorTexts.organizationSuspended(error.reason);
  }
  if (error instanceof RefusedByPolicy) return errorTexts.appRefusedByPolicy;
  if (error instanceof errors.SessionNotFound) return errorTexts.signInEnded;
  if (error instanceof errors.InvalidRedirectUri) return errorTexts.redirectUriReplaced;
  return error instanceof errors.InvalidClient ? errorTexts.appUninstalled : undefined;
}

import type { ErrorRequestHandler, Request, Response } from 'express';
import { errors, type default as Provider } from 'oidc-provider';
import type { AccountStore } from '../accounts/account-store.ts';
import { AppBlocked } from '../provider/app-blocked.ts';
import { addressOfSignIn, anotherAccount } from './another-account.ts';
import type { OrganizationNames } from './organization-name.ts';
import { errorTexts } from './page-texts.ts';
import { renderPage } from './pages.ts';

export type InteractionErrorDependencies = {
  provider: Provider;
  accounts: AccountStore;
  registry: OrganizationNames;
};

/** For an interaction that has ended, or that another browser started; and for an uninstalled or blocked app. */
export function interactionErrors(dependencies: InteractionErrorDependencies): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const values = errorPageOf(error);
    if (!values) return next(error);
    const dependsOnAccount = DEPENDS_ON_ACCOUNT.includes(values);
    const other = dependsOnAccount
      ? await anotherAccountOf(dependencies, request, response)
      : undefined;
    const html = renderPage('error', { ...values, anotherAccount: other });
    response.status(400).type('html').send(html);
  };
}

const DEPENDS_ON_ACCOUNT: unknown[] = [errorTexts.appUninstalled, errorTexts.redirectUriReplaced];

/** Of an interaction whose user has signed in before. */
async function anotherAccountOf(
  { provider, accounts, registry }: InteractionErrorDependencies,
  request: Request,
  response: Response,
) {
  const { session, params } = await provider.interactionDetails(request, response);
  const account = session?.accountId ? await accounts.find(session.accountId) : null;
  return account ? anotherAccount(registry, account, addressOfSignIn(params)) : undefined;
}

function errorPageOf(error: unknown) {
  if (error instanceof AppBlocked) return errorTexts.appBlocked(error.reason);
  if (error instanceof errors.SessionNotFound) return errorTexts.signInEnded;
  if (error instanceof errors.InvalidRedirectUri) return errorTexts.redirectUriReplaced;
  return error instanceof errors.InvalidClient ? errorTexts.appUninstalled : undefined;
}

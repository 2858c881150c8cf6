import type { Configuration } from 'oidc-provider';
import { addressOfSignIn, anotherAccount } from '../interaction/another-account.ts';
import type { OrganizationNames } from '../interaction/organization-name.ts';
import { outagePage } from '../interaction/outage-page.ts';
import { errorTexts } from '../interaction/page-texts.ts';
import { renderPage } from '../interaction/pages.ts';
import { AppBlocked } from './app-blocked.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { refusedAccount } from './refused-account.ts';

type ErrorPageDependencies = { clients: ClientAdapter; registry: OrganizationNames };

/**
 * Answers an authorization error that must not be redirected: a page for the app's developer, or JSON
 * if the client prefers it.
 */
export function renderProviderError({
  clients,
  registry,
}: ErrorPageDependencies): NonNullable<Configuration['renderError']> {
  return async (context, out, error) => {
    if (context.accepts('html', 'json') === 'json') {
      context.body = out;
      return;
    }
    context.type = 'html';
    if (out.error === 'temporarily_unavailable') {
      context.body = outagePage();
      return;
    }
    if (error instanceof AppBlocked) {
      context.body = renderPage('error', errorTexts.appBlocked(error.reason));
      return;
    }
    const advice = await adviceFor(clients, context.query.client_id, out.error);
    const description = out.error_description ?? error.message;
    const account = refusedAccount(context);
    const other =
      account &&
      (await anotherAccount(registry, account, addressOfSignIn(context.oidc.params ?? {})));
    const values = errorTexts.requestRefused(out.error, description, advice);
    context.body = renderPage('error', { ...values, anotherAccount: other });
  };
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

import type { Configuration } from 'oidc-provider';
import { outagePage } from '../interaction/outage-page.ts';
import { renderPage } from '../interaction/pages.ts';
import type { ClientAdapter } from './client-adapter.ts';

/**
 * An error of an authorization request that must not be redirected: a page for the app's developer,
 * or JSON where that is asked for.
 */
export function renderProviderError(
  clients: ClientAdapter,
): NonNullable<Configuration['renderError']> {
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
    const advice = await adviceFor(clients, context.query.client_id, out.error);
    context.body = renderPage('error', {
      title: 'This sign-in cannot go on',
      code: out.error,
      description: out.error_description ?? error.message,
      advice,
    });
  };
}

async function adviceFor(
  clients: ClientAdapter,
  clientId: unknown,
  error: string | undefined,
): Promise<string> {
  if (error === 'invalid_client') {
    return 'To its developer: register the app, and install it in the organization of whoever signs in.';
  }
  if (error !== 'invalid_redirect_uri' || typeof clientId !== 'string') {
    return 'To its developer: the error above says what is wrong with the request.';
  }
  const client = await clients.lookUp(clientId);
  return client?.redirectUris.length === 0
    ? "To its developer: the app has no redirect URI. Register a version with 'redirectUris'."
    : "To its developer: redirect_uri must be exactly one of the app's redirectUris.";
}

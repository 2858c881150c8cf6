import type { Configuration } from 'oidc-provider';
import { outagePage } from '../interaction/outage-page.ts';
import { renderPage } from '../interaction/pages.ts';
import { AppBlocked, blockedPage } from './app-blocked.ts';
import type { ClientAdapter } from './client-adapter.ts';

/**
 * Answers an authorization error that must not be redirected: a page for the app's developer, or JSON
 * if the client prefers it.
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
    if (error instanceof AppBlocked) {
      context.body = renderPage('error', blockedPage(error));
      return;
    }
    const advice = await adviceFor(clients, context.query.client_id, out.error);
    context.body = renderPage('error', {
      title: 'This sign-in cannot continue',
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
    return 'For the developer: register the app, and install it in the organization of the user.';
  }
  if (error !== 'invalid_redirect_uri' || typeof clientId !== 'string') {
    return 'For the developer: the error above says what is wrong with the request.';
  }
  const client = await clients.lookUp(clientId);
  return client?.redirectUris.length === 0
    ? "For the developer: the app has no redirect URI. Register a version with 'redirectUris'."
    : 'For the developer: redirect_uri must be exactly one of the redirectUris of the installed version.';
}

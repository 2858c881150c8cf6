import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { destinationOf } from '../interaction/consent.ts';
import { texts } from '../interaction/page-texts.ts';
import { renderPage } from '../interaction/pages.ts';
import { endpointPaths } from './endpoint-paths.ts';

/**
 * Shows an authorization error before the redirect to the app when nobody is signed in: anybody could
 * register an app and use the redirect to hide where a link leads (RFC 9700 section 4.11.2).
 */
export async function errorBeforeRedirect(
  context: KoaContextWithOIDC,
  next: () => Promise<void>,
): Promise<void> {
  await next();
  const address = context.response.get('Location');
  // Not the path that resumes after a page: the user has decided there.
  if (!address || context.path !== endpointPaths.authorization) return;
  const { searchParams: answer } = new URL(address, context.oidc.issuer);
  const code = answer.get('error');
  if (code === null || context.oidc.session?.accountId || isSilent(context, code)) return;
  context.remove('Location');
  context.status = 400;
  if (context.accepts('html', 'json') === 'json') {
    context.body = membersOf(answer);
    return;
  }
  context.type = 'html';
  context.body = renderPage('app-error', {
    title: texts.appError.title,
    code,
    description: answer.get('error_description') ?? '',
    address,
    destination: destinationOf(address),
  });
}

/** OpenID Connect Core section 3.1.2.1: `prompt=none` must show no page. */
function isSilent({ oidc }: KoaContextWithOIDC, code: string): boolean {
  // With `max_age=0` oidc-provider has added `login` to the prompt.
  return oidc.params?.prompt === 'none' || code === 'login_required';
}

/** The error as other errors of the service have it; the redirect URI may have parameters of its own. */
function membersOf(answer: URLSearchParams): Record<string, string> {
  const names = ['error', 'error_description', 'scope', 'state'];
  const given = names.map((name) => [name, answer.get(name)]);
  return Object.fromEntries(given.filter(([, value]) => value !== null));
}

/**
 * Errors are returned in the query, also where the request names another response mode or type: the
 * check of response modes may come too late.
 */
export function returnErrorsInQuery(provider: Provider): void {
  const inQuery = ({ oidc }: KoaContextWithOIDC) => {
    if (oidc.params) oidc.params.response_mode = 'query';
  };
  provider.on('authorization.error', inQuery);
  provider.on('server_error', inQuery);
}

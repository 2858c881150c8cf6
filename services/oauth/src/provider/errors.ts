import { isFirstPartyClient } from '@app-platform/contracts';
import { translateDatabaseError } from '@app-platform/http-api';
import type { Clock, Logger } from '@app-platform/runtime';
import { errors, type KoaContextWithOIDC, type default as Provider } from 'oidc-provider';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import { outagePage, RETRY_AFTER_SECONDS } from '../endpoints/outages.ts';
import {
  keptParameters,
  keptReason,
  type RefusedRequest,
  type RefusedRequestLog,
} from '../refused-requests/refused-request-log.ts';
import { texts } from '../rendering/page-texts.ts';
import { destinationOf, renderPage } from '../rendering/pages.ts';
import type { OauthActivityCounts } from '../usage/activity-store.ts';
import { clientOf, type KnownClient } from './client-metadata.ts';
import { accountOf, refusedAccount } from './provider-account.ts';
import { scopeAsSent } from './scopes.ts';

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

/** Requests that failed because the database was unavailable. */
const outages = new WeakSet<object>();

/** Marks a request that failed because of an outage. @returns whether it did */
export function noteOutage(context: object, error: unknown): boolean {
  const isOutage = translateDatabaseError(error) !== undefined;
  if (isOutage) outages.add(context);
  return isOutage;
}

/**
 * Answers an outage with 503 and `Retry-After` (RFC 9110 section 10.2.3), and what oidc-provider does not
 * catch as it answers its own failures. Koa would write it to the console, and answer in plain text.
 */
export function answerFailures(logger: Logger) {
  return async (context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      // For instance when a transaction cannot be committed.
      logger.error({ err: error }, 'request failed');
      if (!noteOutage(context, error)) {
        context.status = 500;
        context.body = { error: 'server_error', error_description: 'an unexpected error' };
      }
    }
    if (outages.has(context)) {
      const isPage = context.type === 'text/html';
      context.status = 503;
      context.body = isPage
        ? outagePage()
        : { error: 'temporarily_unavailable', error_description: 'try again soon' };
    }
    if (context.status === 503) context.set('Retry-After', RETRY_AFTER_SECONDS);
  };
}

type Refusals = {
  refusals: Pick<RefusedRequestLog, 'note'>;
  activity: OauthActivityCounts;
  clock: Clock;
};

/** Keeps why requests of apps are refused, for the developers of the app, and counts them. */
export function noteRefusedRequests(
  provider: Provider,
  { refusals, activity, clock }: Refusals,
): void {
  const noteAs = (endpoint: RefusedRequest['endpoint']) => {
    return (context: KoaContextWithOIDC, error: Error) => {
      const client = clientOf(context);
      // An unknown client has no owner who could read it.
      if (client === undefined || isFirstPartyClient(client.clientId)) return;
      const { clientId } = client;
      if (!(error instanceof errors.OIDCProviderError) || error.status >= 500) return;
      const reason = error.error_detail ?? error.error_description ?? error.message;
      const scope = scopeAsSent(context);
      const given = { ...context.oidc.params, ...(scope !== undefined && { scope }) };
      const parameters = keptParameters(endpoint, given);
      const refused = { clientId, endpoint, error: error.error, reason: keptReason(reason) };
      refusals.note({ ...refused, parameters, at: clock() });
      const organizationId = organizationOf(context, client);
      if (organizationId) activity.count({ organizationId, clientId }, 'refused');
    };
  };
  provider.on('grant.error', noteAs('token'));
  provider.on('authorization.error', noteAs('authorization'));
  provider.on('pushed_authorization_request.error', noteAs('authorization'));
}

/** Whose request it is: the user's organization, or the owner of the app where the user is unknown. */
function organizationOf(
  context: KoaContextWithOIDC,
  { organizationId: known }: KnownClient,
): string | undefined {
  const account = refusedAccount(context) ?? accountOf(context.oidc.account);
  return account?.organizationId ?? known;
}

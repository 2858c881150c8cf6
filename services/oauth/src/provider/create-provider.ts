import type { Clock, Logger } from '@app-platform/runtime';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import type { RefusedRequestLog } from '../refused-requests/refused-request-log.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import type { KeptResults } from '../storage/kept-results.ts';
import type { RefreshGrace } from '../storage/refresh-grace.ts';
import { afterAuthentication } from './after-authentication.ts';
import { type ProviderDependencies, providerConfiguration } from './configuration.ts';
import { denyForeignOrigins } from './cross-origin-requests.ts';
import { detectReplays } from './dpop.ts';
import { endpointPaths } from './endpoint-paths.ts';
import { errorBeforeRedirect, returnErrorsInQuery } from './error-before-redirect.ts';
import { renderProviderError } from './error-page.ts';
import { putMaxAgeAside } from './max-age.ts';
import { noteRefusedRequests } from './note-refused-requests.ts';
import { limitOpenSignIns, type OpenSignIns } from './open-sign-ins.ts';
import { answerOutages, noteOutage } from './outages.ts';
import { keepGrantOrigins } from './remembered-consent.ts';
import { resumeOnce } from './resumption.ts';
import { keepSessionVersions } from './session-version.ts';
import { structuredTokens } from './structured-tokens.ts';
import { limitMetadata } from './supported.ts';
import { switchAccounts } from './switch-account.ts';
import { countTokenRequests } from './token-outcomes.ts';
import { acceptFirstScope, normalizeParameters } from './usual-parameters.ts';

export type ProviderOptions = ProviderDependencies & {
  database: Database;
  logger: Logger;
  tokenRequests: TokenRequestCounts;
  openSignIns: OpenSignIns;
  results: KeptResults;
  refusals: Pick<RefusedRequestLog, 'note'>;
  clock: Clock;
};

/** A request of these paths is one transaction. */
const ATOMIC_PATHS = [endpointPaths.token, endpointPaths.revocation];

/** oidc-provider with atomic token requests, secrets in the registry, and the refresh grace. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, database, registry, grace, logger } = options;
  const provider = new Provider(issuer, providerConfiguration(options));
  // Addresses and secure cookies follow the headers that trustIssuerOnly has set.
  provider.proxy = true;
  provider.use(denyForeignOrigins);
  provider.use(countTokenRequests(options.tokenRequests));
  provider.use(answerOutages(logger));
  resumeOnce(provider, options.results);
  provider.use(atomicRequests(database));
  provider.use(adaptTokenResponse);
  provider.use(limitMetadata);
  provider.use(structuredTokens(options));
  switchAccounts(provider, options.sessionGrants);
  limitOpenSignIns(provider, options.openSignIns);
  provider.use(errorBeforeRedirect);
  provider.use(refuseInsteadOfRedirecting(options));
  provider.Client.prototype.compareClientSecret = async function compareSecret(secret: string) {
    const isValid = await registry.isSecretValid(this.clientId, secret);
    if (isValid && Provider.ctx) options.clients.refuseUninstalled(Provider.ctx);
    return isValid;
  };
  afterAuthentication(provider, (context) => {
    normalizeParameters(context, options.audience);
    putMaxAgeAside(context);
  });
  acceptFirstScope(provider, options.audience);
  keepGrantOrigins(provider);
  keepSessionVersions(provider);
  deriveSuccessors(provider, grace);
  detectReplays(provider, options.ephemeral);
  returnErrorsInQuery(provider);
  logErrors(provider, logger);
  noteRefusedRequests(provider, options.refusals, options.clock);
  return provider;
}

type Middleware = (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/**
 * An app that the user's organization has not installed gets a 400 at authorize, never a redirect,
 * even if this is found out after the sign-in.
 */
function refuseInsteadOfRedirecting(dependencies: ProviderDependencies): Middleware {
  const renderError = renderProviderError(dependencies);
  return async (context, next) => {
    await next();
    const location = context.response.get('Location');
    if (!location || !/[?&]error=invalid_client(&|$)/.test(location)) return;
    context.remove('Location');
    context.status = 400;
    const error = new errors.InvalidClient('the app is not installed');
    await renderError(
      context,
      { error: error.error, error_description: error.error_description },
      error,
    );
  };
}

/**
 * One transaction per request: it consumes a code or refresh token and issues the next one, or does
 * neither. A refusal is committed (a reuse revokes its family), a failure is rolled back.
 */
function atomicRequests(database: Database): Middleware {
  return async (context, next) => {
    if (!ATOMIC_PATHS.includes(context.path)) return next();
    return database.request(next, () => context.status < 500);
  };
}

/**
 * `Pragma` is required by RFC 6749 section 5.1. The specification writes `bearer`; `DPoP` stays as in
 * RFC 9449.
 */
const adaptTokenResponse: Middleware = async (context, next) => {
  if (context.path === endpointPaths.token) context.set('Pragma', 'no-cache');
  await next();
  const body = context.body as { token_type?: string } | undefined;
  if (context.path === endpointPaths.token && body?.token_type === 'Bearer')
    body.token_type = 'bearer';
};

/** Derives the id of a rotated refresh token from the one before: see RefreshGrace. */
function deriveSuccessors(provider: Provider, grace: RefreshGrace): void {
  const prototype = provider.RefreshToken.prototype as unknown as {
    generateTokenId(this: object): string;
  };
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function successorId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!rotated) return generateTokenId.call(this);
    return grace.successorOf({ id: rotated.jti, grantId: rotated.grantId ?? '' });
  };
}

/** oidc-provider logs nothing by itself. */
function logErrors(provider: Provider, logger: Logger): void {
  const log = (_context: unknown, error: Error) => {
    const detail = error instanceof errors.OIDCProviderError ? error.error_detail : undefined;
    if (error instanceof RegistryUnavailable)
      logger.error({ err: error, detail }, 'registry unavailable');
    else logger.info({ error: error.message, detail }, 'request refused');
  };
  provider.on('grant.error', log);
  provider.on('authorization.error', log);
  provider.on('server_error', (context, error) => {
    noteOutage(context, error);
    logger.error({ err: error }, 'request failed');
  });
}

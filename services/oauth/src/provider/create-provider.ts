import type { Clock, Logger } from '@app-platform/runtime';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import type { TokenRequestCounts } from '../metrics/oauth-metrics.ts';
import type { RefusedRequestLog } from '../refused-requests/refused-request-log.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import type { KeptResults } from '../storage/kept-results.ts';
import type { TokenCounts } from '../usage/count-tokens.ts';
import { denyForeignOrigins } from './client-metadata.ts';
import { type ProviderDependencies, providerConfiguration } from './configuration.ts';
import { paceDevices } from './device-flow.ts';
import {
  answerFailures,
  errorBeforeRedirect,
  noteOutage,
  noteRefusedRequests,
  returnErrorsInQuery,
} from './errors.ts';
import { metadata } from './metadata.ts';
import {
  acceptFirstScope,
  afterAuthentication,
  checkSecretsBy,
  detectReplays,
  findAccessTokens,
  hashAccessTokens,
  makeRefreshTokens,
  storeProperties,
} from './oidc-provider-internals.ts';
import { limitOpenSignIns, type OpenSignIns } from './open-sign-ins.ts';
import { refusalOfClient } from './provider-account.ts';
import type { ProviderTransactions } from './provider-transactions.ts';
import { grantOrigins } from './remembered-consent.ts';
import { normalizeParameters, putMaxAgeAside } from './request-parameters.ts';
import { resumeOnce, switchAccounts } from './resumption.ts';
import { StructuredTokens, structuredTokens } from './structured-tokens.ts';
import { countTokenRequests } from './token-outcomes.ts';

export type ProviderOptions = ProviderDependencies &
  TokenCounts & {
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
  const { issuer, transactions, registry, refreshTokens, logger } = options;
  const provider = new Provider(issuer, providerConfiguration(options));
  // Addresses and secure cookies follow the headers that trustIssuerOnly has set.
  provider.proxy = true;
  provider.use(denyForeignOrigins);
  provider.use(countTokenRequests(options.tokenRequests, options));
  provider.use(answerFailures(logger));
  resumeOnce(provider, options.results);
  provider.use(paceDevices(options.deviceCodes));
  provider.use(atomicRequests(transactions));
  provider.use(adaptTokenResponse);
  provider.use(metadata(options));
  const tokens = new StructuredTokens(options);
  provider.use(structuredTokens(tokens, options));
  switchAccounts(provider, options.sessionGrants);
  limitOpenSignIns(provider, options.openSignIns);
  provider.use(errorBeforeRedirect);
  provider.use(refuseInsteadOfRedirecting(options));
  checkSecretsBy(provider, async (clientId, secret) => {
    const isValid = await registry.isSecretValid(clientId, secret);
    if (isValid && Provider.ctx) options.clients.refuseUninstalled(Provider.ctx);
    return isValid;
  });
  afterAuthentication(provider, (context) => {
    normalizeParameters(context, options.audience);
    putMaxAgeAside(context);
  });
  acceptFirstScope(provider);
  findAccessTokens(provider, (token) => tokens.readActive(token));
  hashAccessTokens(provider as unknown as Parameters<typeof hashAccessTokens>[0]);
  storeProperties(provider.Grant, grantOrigins);
  storeProperties(provider.Session, ['sessionVersion']);
  makeRefreshTokens(provider, refreshTokens);
  detectReplays(provider, options.ephemeral);
  returnErrorsInQuery(provider);
  logErrors(provider, logger);
  noteRefusedRequests(provider, options);
  return provider;
}

type Middleware = (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

/**
 * An app that the user's organization has not installed gets a 400 at authorize, never a redirect,
 * even if this is found out after the sign-in. So does a suspended organization.
 */
function refuseInsteadOfRedirecting({ renderError }: ProviderDependencies): Middleware {
  return async (context, next) => {
    await next();
    const location = context.response.get('Location');
    if (!location || !/[?&]error=invalid_client(&|$)/.test(location)) return;
    context.remove('Location');
    context.status = 400;
    const error = refusalOfClient(context) ?? new errors.InvalidClient('the app is not installed');
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
function atomicRequests(transactions: ProviderTransactions): Middleware {
  return async (context, next) => {
    if (!ATOMIC_PATHS.includes(context.path)) return next();
    return transactions.request(next, () => context.status < 500);
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

/** oidc-provider logs nothing by itself. */
function logErrors(provider: Provider, logger: Logger): void {
  const log = (_context: unknown, error: Error) => {
    const detail = error instanceof errors.OIDCProviderError ? error.error_detail : undefined;
    if (error instanceof RegistryUnavailable)
      logger.error({ err: error, detail }, 'registry unavailable');
    // A device polls until its user has decided.
    else if (!(error instanceof errors.AuthorizationPending))
      logger.info({ error: error.message, detail }, 'request refused');
  };
  provider.on('grant.error', log);
  provider.on('authorization.error', log);
  provider.on('device_authorization.error', log);
  provider.on('server_error', (context, error) => {
    noteOutage(context, error);
    logger.error({ err: error }, 'request failed');
  });
}

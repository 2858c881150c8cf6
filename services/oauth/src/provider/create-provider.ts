import type { Logger } from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import Provider, { errors, type KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../database/database.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import { RegistryUnavailable } from '../registry-client/registry-unavailable.ts';
import type { RefreshGrace } from '../storage/refresh-grace.ts';
import type { ClientAdapter } from './client-adapter.ts';
import { type ProviderDependencies, providerConfiguration } from './configuration.ts';
import { renderProviderError } from './error-page.ts';
import { structuredTokens } from './structured-tokens.ts';

export type ProviderOptions = ProviderDependencies & {
  /** The service's public address. */
  issuer: string;
  database: Database;
  registry: RegistryClient;
  logger: Logger;
};

const TOKEN_PATH = '/oauth/token';

/** oidc-provider, with what it leaves open: atomic token requests, secrets at the registry, the grace. */
export function createProvider(options: ProviderOptions): Provider {
  const { issuer, database, registry, grace, logger } = options;
  const provider = new Provider(issuer, providerConfiguration(options));
  // URLs are made from the issuer, whatever a proxy or a caller writes into headers.
  provider.proxy = true;
  provider.use(trustIssuerOnly(new URL(issuer)));
  provider.use(retryLater);
  provider.use(tokenTransaction(database));
  provider.use(lowerCaseTokenType);
  provider.use(structuredTokens(options));
  provider.use(refuseInsteadOfRedirecting(options.clients));
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return registry.isSecretValid(this.clientId, secret);
  };
  deriveSuccessors(provider, grace);
  logErrors(provider, logger);
  return provider;
}

type Middleware = (context: KoaContextWithOIDC, next: () => Promise<void>) => Promise<void>;

function trustIssuerOnly(issuer: URL): Middleware {
  return async (context, next) => {
    context.req.headers['x-forwarded-host'] = issuer.host;
    context.req.headers['x-forwarded-proto'] = issuer.protocol.slice(0, -1);
    await next();
  };
}

/**
 * An app that is not installed where its user is gets a 400 at authorize, however late that is
 * found out: nothing is sent to an app that the organization does not know.
 */
function refuseInsteadOfRedirecting(clients: ClientAdapter): Middleware {
  const renderError = renderProviderError(clients);
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

/** An outage is told as one, and says when to come back (RFC 9110 section 10.2.3). */
const retryLater: Middleware = async (context, next) => {
  await next();
  const isOutage = outages.has(context);
  if (isOutage) {
    context.status = 503;
    context.body = { error: 'temporarily_unavailable', error_description: 'try again soon' };
  }
  if (context.status === 503) context.set('Retry-After', '5');
};

/** Requests that failed for want of a database. */
const outages = new WeakSet<object>();

/**
 * One transaction per token request: a code or refresh token is consumed, and what it is exchanged
 * for is issued, or neither. A refusal is kept (a reuse revokes its family); a failure is not.
 */
function tokenTransaction(database: Database): Middleware {
  return async (context, next) => {
    if (context.path !== TOKEN_PATH) return next();
    return database.request(next, () => context.status < 500);
  };
}

/** The specification writes `bearer`; `DPoP` stays as RFC 9449 has it. */
const lowerCaseTokenType: Middleware = async (context, next) => {
  await next();
  const body = context.body as { token_type?: string } | undefined;
  if (context.path === TOKEN_PATH && body?.token_type === 'Bearer') body.token_type = 'bearer';
};

/** A rotated refresh token's id comes from the one before: see RefreshGrace. */
function deriveSuccessors(provider: Provider, grace: RefreshGrace): void {
  const prototype = provider.RefreshToken.prototype as unknown as {
    generateTokenId(this: object): string;
  };
  const { generateTokenId } = prototype;
  prototype.generateTokenId = function successorId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    return rotated ? grace.successorOf(rotated.jti) : generateTokenId.call(this);
  };
}

/** Without listeners oidc-provider fails in silence. */
function logErrors(provider: Provider, logger: Logger): void {
  const tell = (_context: unknown, error: Error) => {
    const detail = error instanceof errors.OIDCProviderError ? error.error_detail : undefined;
    if (error instanceof RegistryUnavailable)
      logger.error({ err: error, detail }, 'registry unavailable');
    else logger.info({ error: error.message, detail }, 'request refused');
  };
  provider.on('grant.error', tell);
  provider.on('authorization.error', tell);
  provider.on('server_error', (context, error) => {
    if (translateDatabaseError(error)) outages.add(context);
    logger.error({ err: error }, 'request failed');
  });
}

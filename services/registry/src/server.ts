import {
  acceptIdempotencyKeys,
  errorHandler,
  healthRoutes,
  type InternalCaller,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
  isHttps,
  metricsRoute,
  notFound,
  type Route,
  requestContext,
  requireHttps,
  routeTable,
  translateDatabaseError,
} from '@app-platform/http-api';
import type { Telemetry } from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { directoryRoutes } from './apps/directory-routes.ts';
import { appRoutes } from './apps/routes.ts';
import { DirectorySearch } from './apps/search-directory.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { type AuthenticationDependencies, authenticate } from './authentication/authenticate.ts';
import { CredentialCache } from './authentication/credential-cache.ts';
import { LastUseRecorder } from './authentication/last-use.ts';
import {
  authenticationDependencies,
  type OauthOptions,
  readOauthService,
} from './authentication/oauth-service-readers.ts';
import { callerOf, type Principal } from './authentication/principal.ts';
import { invalidateAfterWrite } from './cache/invalidate-after-write.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { comparisonRoutes } from './comparison/routes.ts';
import { type ConsoleOptions, consoleRoutes } from './console/routes.ts';
import type { Dependencies } from './dependencies.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { draftRoutes } from './drafts/routes.ts';
import { installationRequestRoutes } from './installation-requests/routes.ts';
import { installationCountRoute } from './installations/count-routes.ts';
import { installationRoutes } from './installations/routes.ts';
import { blockRoutes } from './internal/block-routes.ts';
import { nameRoutes } from './internal/name-routes.ts';
import { operatorRoutes } from './internal/operator-routes.ts';
import { namedRoutes } from './internal/organization-routes.ts';
import { serviceRoutes } from './internal/service-routes.ts';
import { registerGauges } from './metrics/gauges.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { type Rates, registryLimits } from './rate-limits.ts';
import { validationRoutes } from './validation/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { type DeliverySettings, webhookDelivery } from './webhooks/webhook-delivery.ts';
import { withdrawalRoutes } from './withdrawal/routes.ts';

export type RegistryOptions = Omit<
  Dependencies,
  'oauthClient' | 'oauthUrl' | 'directory' | 'responses' | 'credentials' | 'webhooks'
> & {
  webhooks: DeliverySettings;
  tokens: InternalTokens;
  telemetry: Telemetry;
  /** The public address, which the documents name; without it their addresses are relative. */
  baseUrl?: string;
  maxBodyBytes?: number;
  /** Whether `X-Forwarded-For` is believed: how many proxies stand in front. */
  trustedProxies?: number;
  /** Left out where there are no rate limits. */
  rates?: Rates;
  /** Where replicas count together, and remember DPoP proofs. */
  redis?: RedisConnection;
  /** Whether it is about to end: it is not ready then, so that nothing new is sent to it. */
  isStopping?: () => boolean;
  /** Left out where there is no OAuth service. */
  oauth?: OauthOptions;
  /** Left out where the console is not served. */
  console?: ConsoleOptions;
};

export type Registry = {
  /** Served at `{base_url}`. */
  publicApp: Express;
  /** Served on a port that is never routed from outside. */
  internalApp: Express;
  /** Starts background tasks. */
  start(): Promise<void>;
  /** Stops background tasks and finishes pending writes. */
  stop(): Promise<void>;
};

/**
 * The routes of the public API, in the order of the documentation. A write clears the caches of its
 * replica: responses, and credentials unless it is about apps alone.
 */
export function publicRoutes(dependencies: Dependencies): Route<Principal>[] {
  const { database, clock, responses, credentials } = dependencies;
  const repeatable = (routes: Route<Principal>[]) =>
    acceptIdempotencyKeys(routes, {
      transaction: (work) =>
        database.surroundingTransaction(({ idempotentAnswers }) => work(idempotentAnswers)),
      clock,
      callerOf,
    });
  const invalidating = (routes: Route<Principal>[], ...caches: { clear(): void }[]) =>
    invalidateAfterWrite(repeatable(routes), ...caches);
  return [
    ...invalidating(appRoutes(dependencies), responses),
    ...invalidating(withdrawalRoutes(dependencies), responses),
    ...directoryRoutes(dependencies),
    installationCountRoute(dependencies),
    ...comparisonRoutes(dependencies),
    ...validationRoutes(dependencies),
    ...invalidating(draftRoutes(dependencies), responses),
    ...planRoutes(dependencies),
    ...doctorRoutes(dependencies),
    ...invalidating(installationRoutes(dependencies), responses, credentials),
    ...repeatable(installationRequestRoutes(dependencies)),
    ...invalidating(attributeRoutes(dependencies), responses),
    ...invalidating(organizationRoutes(dependencies), responses, credentials),
    ...auditRoutes(dependencies),
    ...repeatable(webhookRoutes(dependencies)),
  ];
}

/** Builds both Express apps from what is passed in; opens nothing itself. */
export function createRegistry(options: RegistryOptions): Registry {
  const { database, logger } = options;
  const lastUse = new LastUseRecorder(database.apiKeys, logger);
  const responses = new ResponseCache();
  const credentials = new CredentialCache();
  const oauth = readOauthService(options, credentials);
  registerGauges(options.telemetry, lastUse, oauth);
  const authentication = authenticationDependencies(options, credentials, lastUse, oauth);
  const directory = new DirectorySearch(options.database.directory);
  const dependencies = {
    ...options,
    directory,
    responses,
    credentials,
    ...(oauth && { oauthClient: oauth.client, oauthUrl: oauth.options.issuer }),
  };
  const routes = publicRoutes(dependencies);
  const ofInternalApp = internalRoutes(dependencies, authentication);
  const { metrics } = options.telemetry;
  const deliveries = webhookDelivery({ database, logger, metrics, settings: options.webhooks });
  let firstAsking: Promise<void> | undefined;
  const hasAsked = async (): Promise<boolean> => {
    await firstAsking;
    return !oauth || firstAsking !== undefined;
  };
  return {
    publicApp: publicAppOf(options, authentication, routes),
    internalApp: internalAppOf(options, ofInternalApp, hasAsked),
    start: () => {
      deliveries.start();
      oauth?.keys.start();
      // Access tokens are refused until the revocations are read, so the service is not ready before.
      firstAsking = oauth?.revocations.start() ?? Promise.resolve();
      return firstAsking;
    },
    stop: async () => {
      oauth?.keys.stop();
      oauth?.revocations.stop();
      await Promise.all([lastUse.stop(), deliveries.stop()]);
    },
  };
}

function publicAppOf(
  options: RegistryOptions,
  authentication: AuthenticationDependencies,
  routes: Route<Principal>[],
): Express {
  const limits =
    options.rates && registryLimits(options.rates, options.telemetry.metrics, options.redis);
  const home = options.console ? '/console' : '/docs';
  const documentation = documentationRoutes(routes, options.baseUrl ?? '', home);
  return expressApp(options, 'public', [
    ...(limits ? [limits.perNetwork] : []),
    routeTable(routes, {
      authenticate: (request) =>
        authenticate(authentication, {
          authorization: request.get('authorization'),
          method: request.method,
          path: request.path,
          proof: String(request.headers.dpop ?? ''),
        }),
      rolesOf: ({ roles }) => roles,
      credentials: { holderOf: (principal) => principal, clock: options.clock },
      ...(limits && { limits: limits.routes }),
      ...bodyLimitOf(options),
    }),
    documentation.routes,
    ...(options.console ? [consoleRoutes(options.console)] : []),
    documentation.unknownPage,
  ]);
}

/** The routes of the internal API: of the OAuth service and of the operator. */
export function internalRoutes(
  dependencies: Dependencies,
  authentication: AuthenticationDependencies,
): Route<InternalCaller>[] {
  const { responses, credentials } = dependencies;
  const routes = [
    ...operatorRoutes(dependencies),
    ...namedRoutes(dependencies),
    ...blockRoutes(dependencies),
    ...nameRoutes(dependencies),
  ];
  const ofOperator = invalidateAfterWrite(routes, responses, credentials);
  return [...serviceRoutes(dependencies, authentication), ...ofOperator];
}

/** @param hasAsked resolves after the first request for revocations, answered or not */
function internalAppOf(
  options: RegistryOptions,
  routes: Route<InternalCaller>[],
  hasAsked: () => Promise<boolean>,
): Express {
  const authenticate = internalAuthentication(options.tokens);
  return expressApp(options, 'internal', [
    healthRoutes(async () => {
      const [isAsked] = await Promise.all([hasAsked(), options.database.ping()]);
      return isAsked && !options.isStopping?.();
    }),
    metricsRoute(options.telemetry.metrics),
    routeTable(routes, {
      authenticate: async (request) => authenticate(request.get('authorization')),
      rolesOf: ({ kind }) => [internalRoles[kind]],
      ...bodyLimitOf(options),
    }),
  ]);
}

function bodyLimitOf({ maxBodyBytes }: RegistryOptions) {
  return maxBodyBytes === undefined ? {} : { maxBodyBytes };
}

/** The registry serves JSON. The pages of the documentation have policies of their own. */
export const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

function expressApp(
  { logger, telemetry, baseUrl: publicUrl = '', trustedProxies = 0 }: RegistryOptions,
  port: 'public' | 'internal',
  handlers: RequestHandler[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  // Queries are read by the route table, which refuses a parameter given twice.
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies);
  // Other services need current answers, so these have no entity tag.
  if (port === 'internal') app.disable('etag');
  const isPublic = port === 'public';
  const baseUrl = publicUrl || 'http://localhost';
  const strictTransportSecurity = isPublic && isHttps(baseUrl);
  app.use(requestContext({ logger, telemetry, port }));
  if (isPublic) app.use(requireHttps(baseUrl));
  app.use(helmet({ contentSecurityPolicy, strictTransportSecurity }), ...handlers);
  app.use(notFound);
  app.use(errorHandler(translateDatabaseError, isPublic ? publicUrl : undefined));
  return app;
}

import {
  changeKinds,
  type GrantRevocationRequest,
  RegistryUsagePage,
  registryActivityKinds,
  registryUsageKinds,
} from '@app-platform/contracts';
import {
  acceptIdempotencyKeys,
  changesRoute,
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
  type RouteLimits,
  type RouteTableOptions,
  requestContext,
  requireHttps,
  routeTable,
  type StatusDependencies,
  statusRoutes,
  translateDatabaseError,
  usageRoute,
} from '@app-platform/http-api';
import { type Clock, type Logger, readGauge, type Telemetry } from '@app-platform/runtime';
import type { Subscribers } from '@app-platform/runtime/changes';
import type { RedisConnection } from '@app-platform/runtime/redis';
import { serviceCounts } from '@app-platform/runtime/service-counts';
import express, { type Express, type Request, type RequestHandler } from 'express';
import helmet from 'helmet';
import { LogStreams, type StreamSettings } from './app-log/log-streams.ts';
import { appLogRoutes } from './app-log/routes.ts';
import { blockRoutes } from './apps/blocks/block-app.ts';
import { operatorTagRoute } from './apps/directory/operator-tags.ts';
import { directoryRoutes } from './apps/directory/routes.ts';
import { DirectorySearch } from './apps/directory/search-directory.ts';
import { draftRoutes } from './apps/drafts/routes.ts';
import type { PublicApps } from './apps/registration/public-names.ts';
import { appRoutes, validationRoutes } from './apps/registration/routes.ts';
import { nameRoutes } from './apps/reserved-names/reserved-names.ts';
import { secretRoutes } from './apps/secrets/secrets.ts';
import { transferRoutes } from './apps/transfers/routes.ts';
import { comparisonRoutes, withdrawalRoutes } from './apps/versions/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { PROOF_CHECKED } from './authentication/access-token.ts';
import {
  type AuthenticationDependencies,
  authenticate,
  authenticateAssistant,
  credentialCheckRoute,
  type PresentedRequest,
} from './authentication/authenticate.ts';
import { CredentialCache } from './authentication/credential-cache.ts';
import { LastUseRecorder } from './authentication/last-use.ts';
import {
  authenticationDependencies,
  type OauthOptions,
  readOauthService,
  registerGauges,
} from './authentication/oauth-service-readers.ts';
import { callerOf, type Principal } from './authentication/principal.ts';
import {
  apiResource,
  assistantResource,
  challengeOf,
  protectedResourceRoutes,
} from './authentication/protected-resources.ts';
import { openCache } from './cache/open-cache.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { type ConsoleOptions, consoleRoutes } from './console/routes.ts';
import { withinTransaction } from './database/database.ts';
import { doctorRoutes } from './doctor/routes.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { activityRoutes } from './installations/activity/routes.ts';
import { installationCountRoutes } from './installations/lifecycle/count-routes.ts';
import { accessEnding } from './installations/lifecycle/end-access.ts';
import { installationRoutes } from './installations/lifecycle/routes.ts';
import { uninstalledAppRoutes } from './installations/lifecycle/uninstalled-routes.ts';
import { planRoutes } from './installations/plan/plan-change.ts';
import { appPolicyRoutes } from './installations/policy/app-policy.ts';
import { mailFirstRequests } from './installations/requests/mail-first-requests.ts';
import { installationRequestRoutes } from './installations/requests/routes.ts';
import { roleCatalogueRoutes } from './installations/role-catalogue.ts';
import { mcpRoute, refuseForeignOrigin } from './mcp/routes.ts';
import type { OauthClient } from './oauth-client/oauth-client.ts';
import { oauthClientRoutes } from './oauth-clients/internal-routes.ts';
import { organizationRemoval } from './organization-deletion/remove-organization.ts';
import { organizationDeletionRoutes } from './organization-deletion/routes.ts';
import { organizationInternalRoutes } from './organizations/internal-routes.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { type Rates, registryLimits, unlimited } from './rate-limits.ts';
import { registryStatus } from './status.ts';
import type { RegistryDatabase } from './stores.ts';
import { countRefusal, type RegistryActivity } from './usage/activity-store.ts';
import type { RegistryUsage } from './usage/usage-store.ts';
import type { WebhookSettings } from './webhooks/change-webhook.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { type DeliverySettings, webhookDelivery } from './webhooks/webhook-delivery.ts';

/** The parts that the routes use. */
export type Dependencies = StatusDependencies & {
  database: RegistryDatabase;
  clock: Clock;
  /** This service's public address. */
  baseUrl?: string;
  /** The OAuth service's public address, where there is one. */
  oauthUrl?: string;
  logger: Logger;
  directory: DirectorySearch;
  logStreams: LogStreams;
  responses: ResponseCache;
  /** Who follows the changes of this service. */
  subscribers: Subscribers;
  webhooks: WebhookSettings;
  /** Whose apps may be public; anyone's where it is left out. */
  publicApps?: PublicApps;
  /** What new API keys name. */
  cell?: string;
  /** Left out where there is no OAuth service. */
  oauthClient?: OauthClient;
};

export type RegistryOptions = Omit<
  Dependencies,
  | 'oauthClient'
  | 'oauthUrl'
  | 'directory'
  | 'logStreams'
  | 'responses'
  | 'status'
  | 'subscribers'
  | 'webhooks'
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
  /** Whether the process is stopping. It is not ready then, so that no new requests are sent to it. */
  isStopping?: () => boolean;
  /** Of the logs of apps. */
  streams?: Partial<StreamSettings>;
  /** How often counts of usage and activity are written. */
  usageFlushSeconds?: number;
  /** The most memory for what is kept until it changes. */
  cacheMegabytes?: number;
  /** Left out where there is no OAuth service. */
  oauth?: OauthOptions;
  /** Left out where the console is not served. */
  console?: ConsoleOptions;
  /** Whether there is an MCP server, for assistants. It needs the OAuth service. */
  hasMcp?: boolean;
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

/** The routes of the public API, in the order of the documentation. */
export function publicRoutes(dependencies: Dependencies): Route<Principal>[] {
  const { database, clock } = dependencies;
  return acceptIdempotencyKeys<Dependencies, Principal>(FEATURES, dependencies, {
    transaction: (work) =>
      database.transaction((stores) => {
        const joined = { ...database, ...withinTransaction(stores) };
        return work(stores.idempotentAnswers, { ...dependencies, database: joined });
      }),
    clock,
    callerOf,
  });
}

const FEATURES = [
  appRoutes,
  secretRoutes,
  withdrawalRoutes,
  directoryRoutes,
  installationCountRoutes,
  comparisonRoutes,
  validationRoutes,
  draftRoutes,
  transferRoutes,
  planRoutes,
  doctorRoutes,
  appLogRoutes,
  installationRoutes,
  uninstalledAppRoutes,
  installationRequestRoutes,
  activityRoutes,
  appPolicyRoutes,
  roleCatalogueRoutes,
  attributeRoutes,
  organizationRoutes,
  auditRoutes,
  webhookRoutes,
  statusRoutes<Principal>('readRegistryStatus'),
];

/** Builds both Express apps from the given parts. Opens no connection. */
export function createRegistry(options: RegistryOptions): Registry {
  const { database, logger } = options;
  const lastUse = new LastUseRecorder(database.apiKeys, logger);
  const { changes, cache, subscribers, onRead } = openCache(options);
  const responses = new ResponseCache(cache);
  const credentials = new CredentialCache(cache);
  const oauth = readOauthService(options, credentials);
  registerGauges(options.telemetry, lastUse, oauth);
  const { usage, activity, ...counting } = countsOf(options);
  const authentication = authenticationDependencies(options, credentials, lastUse, oauth, activity);
  const directory = new DirectorySearch(options.database);
  const status = registryStatus({ ...options, oauth });
  const oauthClient = oauth && { oauthClient: oauth.client };
  const logStreams = new LogStreams({
    ...{ ...options, ...oauthClient, settings: options.streams },
    metrics: options.telemetry.metrics,
  });
  onRead((committed) => logStreams.note(committed));
  const dependencies = {
    ...options,
    logStreams,
    status,
    directory,
    responses,
    subscribers,
    ...(oauth && { ...oauthClient, oauthUrl: oauth.options.issuer }),
  };
  const routes = publicRoutes(dependencies);
  const ofInternalApp = internalRoutes(dependencies, authentication);
  const { metrics } = options.telemetry;
  const deliveries = webhookDelivery({
    ...{ database, logger, metrics, usage, activity },
    settings: options.webhooks,
  });
  const endedAccess = oauth && endedAccessOf(options, oauth.client);
  if (oauth) mailFirstRequests({ ...options, oauthClient: oauth.client });
  const removal = organizationRemovalOf(options, oauth?.client);
  const partitions = database.partitions({ logger, metrics });
  let firstPoll: Promise<void> | undefined;
  const hasStarted = async (): Promise<boolean> => {
    await Promise.all([firstPoll, partitions.hasRun()]);
    return !oauth || firstPoll !== undefined;
  };
  return {
    publicApp: publicAppOf(options, authentication, {
      ...{ dependencies, routes, usage, activity, subscribers },
    }),
    internalApp: internalAppOf(options, { routes: ofInternalApp, subscribers }, hasStarted),
    start: () => {
      database.readReplicas.start();
      void changes.start();
      deliveries.start();
      endedAccess?.start();
      removal.start();
      partitions.start();
      status.start();
      counting.start();
      logStreams.start();
      oauth?.keys.start();
      // Access tokens are refused until the revocations are read, so the service is not ready before.
      firstPoll = oauth?.revocations.start() ?? Promise.resolve();
      return firstPoll;
    },
    stop: async () => {
      await logStreams.stop();
      oauth?.keys.stop();
      await oauth?.revocations.stop();
      await changes.stop();
      await Promise.all([lastUse.stop(), deliveries.stop(), endedAccess?.stop()]);
      await Promise.all([removal.stop(), partitions.stop(), status.stop(), counting.stop()]);
    },
  };
}

function countsOf({ database, clock, logger, telemetry, usageFlushSeconds }: RegistryOptions) {
  return serviceCounts({
    service: 'registry',
    metrics: telemetry.metrics,
    clock,
    logger,
    flushSeconds: usageFlushSeconds,
    usage: { table: database.usage, kinds: registryUsageKinds },
    activity: { table: database.activity, kinds: registryActivityKinds },
  });
}

function endedAccessOf(
  { database, clock, logger, telemetry }: RegistryOptions,
  client: OauthClient,
) {
  const revokeGrants = (request: GrantRevocationRequest) => client.revokeGrants(request);
  const endedAccess = accessEnding({ database, clock, logger, revokeGrants });
  readGauge(telemetry.metrics, {
    name: 'registry_ended_access_waiting',
    help: 'Ended installations whose grants are still stored at the OAuth service, at most 10,000.',
    read: () => endedAccess.waiting,
  });
  return endedAccess;
}

function organizationRemovalOf(
  { database, clock, logger, telemetry }: RegistryOptions,
  client: OauthClient | undefined,
) {
  const removal = organizationRemoval({
    ...{ database, clock, logger },
    ...(client && { removeAtOauth: (request) => client.removeOrganization(request) }),
  });
  readGauge(telemetry.metrics, {
    name: 'registry_organization_deletions_waiting',
    help: 'Organizations whose rows are being removed.',
    read: () => removal.waiting,
  });
  return removal;
}

type Counts = { usage: RegistryUsage; activity: RegistryActivity };
type Served<Caller> = { routes: Route<Caller>[]; subscribers: Subscribers };

function publicAppOf(
  options: RegistryOptions,
  authentication: AuthenticationDependencies,
  served: Served<Principal> & Counts & { dependencies: Dependencies },
): Express {
  const { routes } = served;
  const limits =
    options.rates && registryLimits(options.rates, options.telemetry.metrics, options.redis);
  const home = options.console ? '/console' : '/docs';
  const { oauth } = options;
  const addresses = { baseUrl: options.baseUrl ?? '', oauthUrl: oauth?.issuer };
  const documentation = documentationRoutes(routes, addresses, home);
  const table = tableOptions(options, served, limits?.routes);
  return expressApp(options, 'public', [
    ...(limits ? [limits.perNetwork] : []),
    routeTable(routes, {
      ...table,
      authenticate: (request) => authenticate(authentication, presentedRequest(request)),
      reauthenticate: (request) =>
        authenticate(authentication, { ...presentedRequest(request), proof: PROOF_CHECKED }),
      ...(oauth && { resource: challengeOf(oauth, apiResource(oauth)) }),
    }),
    ...assistantHandlers(options, authentication, served.dependencies, table),
    ...(oauth ? [protectedResourceRoutes(oauth, resourcesOf(options, oauth))] : []),
    documentation.routes,
    ...(options.console ? [consoleRoutes(options.console)] : []),
    documentation.unknownPage,
  ]);
}

function presentedRequest(request: Request): PresentedRequest {
  return {
    authorization: request.get('authorization'),
    method: request.method,
    path: request.path,
    proof: String(request.headers.dpop ?? ''),
  };
}

/** What the API and the MCP server have in common. */
function tableOptions(
  options: RegistryOptions,
  { usage, activity, subscribers }: Counts & { subscribers: Subscribers },
  limits: RouteLimits = unlimited,
): Omit<RouteTableOptions<Principal>, 'authenticate'> {
  return {
    rolesOf: ({ roles }) => roles,
    countRequest: ({ organizationId }) => usage.count(organizationId, 'requests'),
    countRefusal: (principal) => countRefusal(activity, principal),
    credentials: { holderOf: (principal) => principal, clock: options.clock },
    limits,
    changeKinds,
    afterWrite: ({ organizationId }, makesStale) => {
      options.database.readReplicas.noteWrite(organizationId);
      return makesStale ? subscribers.confirmed() : undefined;
    },
    ...bodyLimitOf(options),
  };
}

function resourcesOf({ hasMcp = true }: RegistryOptions, oauth: OauthOptions) {
  return [apiResource(oauth), ...(hasMcp ? [assistantResource(oauth)] : [])];
}

/** The MCP server: its tokens are of another audience than those of the API. */
function assistantHandlers(
  { oauth, hasMcp = true }: RegistryOptions,
  { accessTokens }: AuthenticationDependencies,
  dependencies: Dependencies,
  table: Omit<RouteTableOptions<Principal>, 'authenticate'>,
): RequestHandler[] {
  const { oauthClient } = dependencies;
  if (!hasMcp || !oauth || !accessTokens || !oauthClient) return [];
  const route = mcpRoute({
    ...dependencies,
    ...{ oauth, oauthClient, afterWrite: (principal) => table.afterWrite?.(principal, true) },
  });
  return [
    refuseForeignOrigin(oauth.audience),
    routeTable([route], {
      ...table,
      authenticate: (request) => authenticateAssistant(accessTokens, presentedRequest(request)),
      resource: challengeOf(oauth, assistantResource(oauth)),
    }),
  ];
}

/** The routes of the internal API: of the OAuth service and of the operator. */
export function internalRoutes(
  dependencies: Dependencies,
  authentication: AuthenticationDependencies,
): Route<InternalCaller>[] {
  return [
    ...serviceRoutes(dependencies, authentication),
    ...organizationInternalRoutes(dependencies),
    ...organizationDeletionRoutes(dependencies),
    operatorTagRoute(dependencies),
    ...blockRoutes(dependencies),
    ...nameRoutes(dependencies),
    usageRoute(dependencies, RegistryUsagePage),
  ];
}

/** The routes that the OAuth service calls. */
export function serviceRoutes(
  dependencies: Pick<Dependencies, 'database' | 'clock' | 'subscribers'>,
  authentication: AuthenticationDependencies,
): Route<InternalCaller>[] {
  return [
    ...oauthClientRoutes(dependencies),
    credentialCheckRoute(authentication),
    changesRoute(dependencies),
  ];
}

/** @param hasStarted resolves after the first poll of revocations and the first run for partitions, also failed ones */
function internalAppOf(
  options: RegistryOptions,
  { routes, subscribers }: Served<InternalCaller>,
  hasStarted: () => Promise<boolean>,
): Express {
  const authenticate = internalAuthentication(options.tokens);
  return expressApp(options, 'internal', [
    healthRoutes(async () => {
      const [isStarted] = await Promise.all([hasStarted(), options.database.ping()]);
      return isStarted && !options.isStopping?.();
    }),
    metricsRoute(options.telemetry.metrics),
    routeTable(routes, {
      authenticate: async (request) => authenticate(request.get('authorization')),
      rolesOf: ({ kind }) => [internalRoles[kind]],
      changeKinds,
      afterWrite: (_caller, makesStale) => {
        options.database.readReplicas.noteWrite();
        return makesStale ? subscribers.confirmed() : undefined;
      },
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

import { oauthActivityKinds, oauthUsageKinds, revocationAdded } from '@app-platform/contracts';
import {
  errorHandler,
  healthRoutes,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
  isHttps,
  metricsRoute,
  notFound,
  requestContext,
  requireHttps,
  routeTable,
  translateDatabaseError,
} from '@app-platform/http-api';
import {
  type Clock,
  DEFAULT_CACHE_MEGABYTES,
  type KeyEncryption,
  type Logger,
  type ServiceStatus,
  type Telemetry,
} from '@app-platform/runtime';
import { ChangeFeed, DatabaseChanges, Subscribers } from '@app-platform/runtime/changes';
import { auditPartitions, PartitionUpkeep } from '@app-platform/runtime/database';
import { serviceCounts } from '@app-platform/runtime/service-counts';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { AccountChoices } from './accounts/account-choices.ts';
import { DeviceCookies } from './accounts/device-cookies.ts';
import { PasswordMailThrottle } from './accounts/password-mail-throttle.ts';
import {
  defaultSignInLimits,
  type SignInLimits,
  SignInThrottle,
} from './accounts/sign-in-throttle.ts';
import { type UpstreamOptions, UpstreamProvider } from './accounts/upstream/upstream-provider.ts';
import { UpstreamSignIn } from './accounts/upstream/upstream-sign-in.ts';
import {
  defaultUserCodeLimits,
  type UserCodeLimits,
  UserCodeThrottle,
} from './accounts/user-code-throttle.ts';
import { internalRoutes } from './api/internal-routes.ts';
import { apiRoutes, serveApi } from './api/routes.ts';
import type { Database, OauthDatabase } from './database/database.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { allowConsoleOrigins } from './endpoints/console-origins.ts';
import { OwnCookies } from './endpoints/cookies.ts';
import {
  allowedMethods,
  answerInJson,
  endpointOf,
  exactPaths,
  ignoreConditions,
  trustIssuerOnly,
} from './endpoints/endpoint-paths.ts';
import { outageHandler } from './endpoints/outages.ts';
import { answerRefusals, apiLimits, rateLimits } from './endpoints/rate-limits.ts';
import type { Rates } from './endpoints/rates.ts';
import { endedGrantsWorker } from './grants/ended-grants.ts';
import { endedUsersWorker } from './grants/ended-users.ts';
import { SessionGrants } from './grants/revoke-access.ts';
import { KeyRing } from './keys/key-ring.ts';
import { publishedKeys } from './keys/routes.ts';
import type { Mailer } from './mail/mailer.ts';
import {
  registerEndedAccess,
  registerKeyAge,
  type SignInCounts,
  signInCounts,
  type TokenRequestCounts,
  tokenRequestCounts,
} from './metrics/oauth-metrics.ts';
import { accountRoutes } from './pages/account-routes.ts';
import { AccountSession } from './pages/account-session.ts';
import { codePageRoutes } from './pages/code-page.ts';
import { deviceRoutes } from './pages/device/device-routes.ts';
import { renderProviderError } from './pages/error-page.ts';
import { forgottenPasswordRoutes } from './pages/forgotten-password-routes.ts';
import { CsrfTokens } from './pages/forms.ts';
import { interactionRoutes } from './pages/interaction-routes.ts';
import { logoutRoutes } from './pages/logout-routes.ts';
import { passwordRoutes } from './pages/password-routes.ts';
import { unknownPage } from './pages/unknown-page.ts';
import { UPSTREAM_CALLBACK_PATH } from './pages/upstream-cookie.ts';
import { ClientAdapter } from './provider/client-adapter.ts';
import { createProvider } from './provider/create-provider.ts';
import { DeviceCodes } from './provider/device-codes.ts';
import {
  consoleUrlOf,
  type FirstPartyRedirectUris,
  withCodePage,
} from './provider/first-party-clients.ts';
import { SIGN_IN_SECONDS } from './provider/lifetimes.ts';
import { OpenSignIns } from './provider/open-sign-ins.ts';
import { ProviderTransactions } from './provider/provider-transactions.ts';
import { RefusedRequestLog } from './refused-requests/refused-request-log.ts';
import { CachedClients } from './registry-client/cached-clients.ts';
import type { RegistryClient } from './registry-client/registry-client.ts';
import { RequestMails } from './request-mails/request-mails.ts';
import { oauthStatus } from './status.ts';
import type { EphemeralStore } from './storage/ephemeral-store.ts';
import { KeptResults } from './storage/kept-results.ts';
import { RefreshTokens } from './storage/refresh-tokens.ts';
import { type Stores, storesOn } from './stores.ts';
import { tokenFastPath } from './token-fast-path/routes.ts';
import { TokenStore } from './token-fast-path/token-store.ts';
import type { TokenCounts } from './usage/count-tokens.ts';

export type OauthOptions = {
  issuer: string;
  /** The registry's public address, which is the audience of access tokens. */
  audience: string;
  /** Whether the registry has an MCP server. */
  hasMcp?: boolean;
  database: OauthDatabase;
  ephemeral: EphemeralStore;
  registry: RegistryClient;
  keyEncryption: KeyEncryption;
  tokens: InternalTokens;
  graceSeconds: number;
  /** What new refresh tokens name. */
  cell?: string;
  /** How long used refresh tokens are kept, to detect their reuse; 30 without it. */
  usedRefreshTokenDays?: number;
  clock: Clock;
  logger: Logger;
  telemetry: Telemetry;
  trustedProxies?: number;
  /** Sends links to users; left out where no mail server is configured. */
  mailer?: Mailer | undefined;
  /** Of the clients that belong to the platform. */
  firstPartyRedirectUris?: FirstPartyRedirectUris;
  /** Where people sign in instead of here. */
  upstream?: UpstreamOptions | undefined;
  /** Left out where nothing is limited. */
  rates?: Rates;
  signInLimits?: SignInLimits;
  userCodeLimits?: UserCodeLimits;
  /** How often a device polls that waits for its user. */
  devicePollSeconds?: number;
  /** Whether the process is stopping. It is not ready then, so that no new requests are sent to it. */
  isStopping?: () => boolean;
  /** How often it looks for signing keys that another replica made. */
  keyRefreshSeconds?: number;
  /** How often counts of usage and activity are written. */
  usageFlushSeconds?: number;
  /** The most memory for what the registry said of clients. */
  cacheMegabytes?: number;
};

/** How often the changes of the database are read, for those of other replicas. */
const CHANGES_MILLISECONDS = 200;

export type OauthService = {
  /** Served at `{oauth_url}`. */
  publicApp: Express;
  /** Served on a port that is never routed from outside. */
  internalApp: Express;
  /** Starts background tasks. */
  start(): void;
  /** Stops background tasks and finishes pending writes. */
  stop(): Promise<void>;
};

/** Builds both Express apps. Opens no connection itself. */
export async function createOauthService(options: OauthOptions): Promise<OauthService> {
  const { registry, keyEncryption, clock, logger, telemetry, keyRefreshSeconds } = options;
  const firstPartyRedirectUris = withCodePage(options.firstPartyRedirectUris ?? {}, options.issuer);
  const { database: connection, usedRefreshTokenDays } = options;
  const database = connection.withStores((access) => storesOn(access, options));
  const keyRing = await KeyRing.open({
    database,
    clock,
    logger,
    ...(keyRefreshSeconds !== undefined && { refreshSeconds: keyRefreshSeconds }),
  });
  const { metrics } = telemetry;
  registerKeyAge(metrics, keyRing, clock);
  const cleanUps = [endedUsersWorker, endedGrantsWorker].map((workerOf) =>
    workerOf({ database, clock, logger }),
  );
  registerEndedAccess(metrics, cleanUps);
  const partitions = new PartitionUpkeep({
    ...{ statements: connection.statements, logger, metrics },
    tables: [auditPartitions],
  });
  const refusals = new RefusedRequestLog(database.refusedRequests, logger);
  const transactions = new ProviderTransactions(database, (work) =>
    connection.transactionOnce((access) => work(storesOn(access, options))),
  );
  const { usage, activity, ...counting } = countsOf(options, database);
  const { cacheMegabytes = DEFAULT_CACHE_MEGABYTES } = options;
  const cachedClients = new CachedClients({ registry, cacheMegabytes, clock, logger, metrics });
  const { changes, subscribers } = revocationsFollowed(connection, logger);
  const status = oauthStatus({ ...options, database: connection });
  const parts: Parts = {
    ...options,
    firstPartyRedirectUris,
    database,
    status,
    usage,
    activity,
    cachedClients,
    subscribers,
    transactions,
    tokenStore: new TokenStore(connection, clock, usedRefreshTokenDays),
    clients: new ClientAdapter(registry, transactions, firstPartyRedirectUris),
    sessionGrants: new SessionGrants(database, options.ephemeral, SIGN_IN_SECONDS),
    keyRing,
    signIns: signInCounts(metrics),
    tokenRequests: tokenRequestCounts(metrics),
    refusals,
    upstreamSignIn: upstreamSignInOf(options),
    requestMails: requestMailsOf({ ...options, database }),
    deviceCodes: new DeviceCodes(
      options.ephemeral,
      keyEncryption.derive('device codes'),
      clock,
      options.devicePollSeconds,
    ),
    results: new KeptResults(options.ephemeral, keyEncryption.derive('kept results')),
    refreshTokens: new RefreshTokens(
      keyEncryption.derive('refresh tokens'),
      options.graceSeconds,
      options.cell,
    ),
  };
  return {
    publicApp: publicAppOf(parts),
    internalApp: internalAppOf(parts, async () => {
      await Promise.all([partitions.hasRun(), connection.ping()]);
    }),
    start: () => {
      keyRing.start();
      cachedClients.start();
      void changes.start();
      partitions.start();
      refusals.start();
      for (const cleanUp of cleanUps) cleanUp.start();
      status.start();
      counting.start();
    },
    stop: async () => {
      await keyRing.stop();
      await cachedClients.stop();
      await changes.stop();
      await partitions.stop();
      await refusals.stop();
      for (const cleanUp of cleanUps) await cleanUp.stop();
      await status.stop();
      await counting.stop();
    },
  };
}

type Parts = Omit<OauthOptions, 'database'> &
  TokenCounts & {
    database: Database<Stores>;
    transactions: ProviderTransactions;
    tokenStore: TokenStore;
    cachedClients: CachedClients;
    /** The replicas of the registry that follow the revocations. */
    subscribers: Subscribers;
    clients: ClientAdapter;
    sessionGrants: SessionGrants;
    keyRing: KeyRing;
    signIns: SignInCounts;
    tokenRequests: TokenRequestCounts;
    refusals: RefusedRequestLog;
    upstreamSignIn: UpstreamSignIn | undefined;
    requestMails: RequestMails | undefined;
    deviceCodes: DeviceCodes;
    results: KeptResults;
    status: ServiceStatus;
    refreshTokens: RefreshTokens;
  };

function countsOf(
  { clock, logger, telemetry, usageFlushSeconds }: OauthOptions,
  database: Database<Stores>,
) {
  return serviceCounts({
    service: 'oauth',
    metrics: telemetry.metrics,
    clock,
    logger,
    flushSeconds: usageFlushSeconds,
    usage: { table: database.usage, kinds: oauthUsageKinds },
    activity: { table: database.activity, kinds: oauthActivityKinds },
  });
}

/** The registry learns of each revocation at once: a request that revokes something waits for it. */
function revocationsFollowed(database: OauthDatabase, logger: Logger) {
  const source = new DatabaseChanges(database.statements);
  const changes = new ChangeFeed({ source, pauseMilliseconds: CHANGES_MILLISECONDS, logger });
  const subscribers = new Subscribers(source, changes);
  database.onRevocation(() => {
    changes.apply([revocationAdded]);
    return subscribers.confirmed();
  });
  return { changes, subscribers };
}

function upstreamSignInOf({ issuer, upstream, ephemeral, clock }: Omit<OauthOptions, 'database'>) {
  if (!upstream) return undefined;
  const provider = new UpstreamProvider(upstream, issuer + UPSTREAM_CALLBACK_PATH, clock);
  return new UpstreamSignIn(upstream.name, provider, ephemeral);
}

function requestMailsOf({
  mailer,
  firstPartyRedirectUris,
  ...parts
}: Omit<OauthOptions, 'database'> & { database: Database<Stores> }) {
  const consoleUrl = consoleUrlOf(firstPartyRedirectUris);
  return mailer && new RequestMails({ ...parts, mailer, consoleUrl });
}

/** oidc-provider's keys are fixed at construction, so a change of the keys builds a new provider. */
function publicAppOf(parts: Parts): Express {
  const { keyRing, ephemeral, rates, telemetry } = parts;
  const { signInLimits = defaultSignInLimits, userCodeLimits = defaultUserCodeLimits } = parts;
  const { counters } = ephemeral;
  const limits = {
    throttle: new SignInThrottle(counters, signInLimits),
    openSignIns: new OpenSignIns(signInLimits.openPerNetwork, counters),
    userCodes: new UserCodeThrottle(counters, userCodeLimits),
    passwordMails: new PasswordMailThrottle(counters),
  };
  const documentation = documentationRoutes(apiRoutes(parts), parts.issuer);
  const buildRouter = () => providerRouter(parts, limits);
  let router = buildRouter();
  keyRing.onChange(() => {
    router = buildRouter();
  });
  return expressApp(parts, 'public', [
    trustIssuerOnly(parts.issuer),
    exactPaths,
    allowedMethods,
    answerInJson,
    allowConsoleOrigins(parts.firstPartyRedirectUris?.console),
    ...(rates ? [rateLimits(rates, telemetry.metrics, parts.issuer)] : []),
    tokenFastPath(parts),
    serveApi(parts, rates && apiLimits(rates, telemetry.metrics)),
    documentation.routes,
    publishedKeys(keyRing),
    (request, response, next) => router(request, response, next),
  ]);
}

/** Their counts outlive a change of the keys. */
type Limits = {
  throttle: SignInThrottle;
  openSignIns: OpenSignIns;
  userCodes: UserCodeThrottle;
  passwordMails: PasswordMailThrottle;
};

/** The provider comes last: it answers every other path. */
function providerRouter(parts: Parts, limits: Limits): Router {
  const { keyEncryption, upstreamSignIn: upstream } = parts;
  const provider = createProvider({
    ...parts,
    ...limits,
    renderError: renderProviderError(parts),
    cookieKeys: keyEncryption.derive('cookies').map((key) => key.toString('base64url')),
  });
  const pages = {
    ...parts,
    ...limits,
    provider,
    upstream,
    devices: new DeviceCookies(keyEncryption.derive('device cookies')),
    cookies: new OwnCookies(parts.issuer),
    choices: new AccountChoices(parts.ephemeral, parts.database.accounts),
    csrf: new CsrfTokens(keyEncryption.derive('forms')),
    sessions: new AccountSession(provider, parts.sessionGrants),
  };
  const answerUnknown = unknownPage(parts.firstPartyRedirectUris);
  return Router()
    .use(ignoreConditions)
    .use(interactionRoutes(pages), accountRoutes(pages), passwordRoutes(pages), logoutRoutes(pages))
    .use(forgottenPasswordRoutes(pages), deviceRoutes(pages), codePageRoutes(pages))
    .use((request, response, next) => {
      if (endpointOf(request.path)) next();
      // Not oidc-provider: it also serves paths that belong to no endpoint of this service.
      else answerUnknown(request, response, next);
    })
    .use(outageHandler)
    .use(errorHandler(translateDatabaseError))
    .use(provider.callback());
}

function internalAppOf(parts: Parts, ping: () => Promise<void>): Express {
  const { keyRing, tokens } = parts;
  const authenticate = internalAuthentication(tokens);
  const app = expressApp(parts, 'internal', [
    // Redis is not checked: without it only sign-ins fail, and tokens are still issued.
    healthRoutes(async () => {
      await ping();
      return !parts.isStopping?.();
    }),
    metricsRoute(parts.telemetry.metrics),
    publishedKeys(keyRing, true),
    routeTable(internalRoutes(parts), {
      authenticate: async (request) => authenticate(request.get('authorization')),
      rolesOf: ({ kind }) => [internalRoles[kind]],
    }),
    notFound,
  ]);
  app.use(errorHandler(translateDatabaseError));
  return app;
}

function expressApp(
  { logger, telemetry, issuer, audience, trustedProxies = 0 }: Omit<OauthOptions, 'database'>,
  port: 'public' | 'internal',
  handlers: RequestHandler[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  const templateOf = endpointOf;
  app.use(requestContext({ logger, telemetry, port, templateOf }));
  const isPublic = port === 'public';
  if (isPublic) app.use(requireHttps(issuer), answerRefusals(issuer));
  const strictTransportSecurity = isPublic && isHttps(issuer);
  const policy = contentSecurityPolicy(audience);
  app.use(helmet({ contentSecurityPolicy: policy, strictTransportSecurity }), ...handlers);
  return app;
}

/**
 * No script. `form-action` is left out: it would block a form's redirect to an app.
 * @param registryUrl serves icons of apps
 */
const contentSecurityPolicy = (registryUrl: string) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'https:', registryUrl],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

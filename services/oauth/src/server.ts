import {
  type Clock,
  constantHeaders,
  errorHandler,
  healthRoutes,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
  type Logger,
  metricsRoute,
  refusePath,
  requestContext,
  routeTable,
  type Telemetry,
} from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { AccountSession } from './account-pages/account-session.ts';
import { accountRoutes } from './account-pages/routes.ts';
import { AccountStore } from './accounts/account-store.ts';
import { SignInThrottle } from './accounts/sign-in-throttle.ts';
import { type UpstreamOptions, UpstreamProvider } from './accounts/upstream/upstream-provider.ts';
import { UpstreamSignIn } from './accounts/upstream/upstream-sign-in.ts';
import { AuditStore } from './audit/audit-store.ts';
import type { Database } from './database/database.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { AccessStore } from './grants/access-store.ts';
import { ConsentStore } from './grants/consent-store.ts';
import { RevocationStore } from './grants/revocation-store.ts';
import { CsrfTokens } from './interaction/csrf.ts';
import { tellOutageOnPage } from './interaction/outage-page.ts';
import { interactionRoutes } from './interaction/routes.ts';
import { UPSTREAM_CALLBACK_PATH } from './interaction/upstream-routes.ts';
import { auditRoutes } from './internal/audit-routes.ts';
import { keyRoutes } from './internal/key-routes.ts';
import { operatorRoutes, serviceRoutes } from './internal/routes.ts';
import type { KeyEncryption } from './keys/key-encryption.ts';
import { KeyRing } from './keys/key-ring.ts';
import { publishedKeys } from './keys/routes.ts';
import { SigningKeyStore } from './keys/signing-key-store.ts';
import {
  type SignInCounts,
  signInCounts,
  type TokenRequestCounts,
  tellKeyAge,
  tokenRequestCounts,
} from './metrics/oauth-metrics.ts';
import { PlainTokenStore } from './plain-token-requests/plain-token-store.ts';
import { plainTokenRequests } from './plain-token-requests/routes.ts';
import { ClientAdapter } from './provider/client-adapter.ts';
import { createProvider } from './provider/create-provider.ts';
import { answerInJson, endpointOf, exactPaths } from './provider/endpoint-paths.ts';
import { type Rates, rateLimits } from './rate-limits.ts';
import type { RegistryClient } from './registry-client/registry-client.ts';
import type { EphemeralStore } from './storage/ephemeral-store.ts';
import { ProviderRecordStore } from './storage/provider-record-store.ts';
import { RefreshGrace } from './storage/refresh-grace.ts';

export type OauthOptions = {
  issuer: string;
  /** The registry's public address: what access tokens are for. */
  audience: string;
  database: Database;
  ephemeral: EphemeralStore;
  registry: RegistryClient;
  keyEncryption: KeyEncryption;
  tokens: InternalTokens;
  graceSeconds: number;
  clock: Clock;
  logger: Logger;
  telemetry: Telemetry;
  trustedProxies?: number;
  /** Where people sign in instead of here. */
  upstream?: UpstreamOptions | undefined;
  /** Left out where nothing is limited. */
  rates?: Rates;
  /** Whether it is about to end: it is not ready then, so that nothing new is sent to it. */
  isStopping?: () => boolean;
  /** How often it looks for signing keys that another replica made. */
  keyRefreshSeconds?: number;
};

export type OauthService = {
  /** Served at `{oauth_url}`. */
  publicApp: Express;
  /** Served on a port that is never routed from outside. */
  internalApp: Express;
  /** Begins what runs in the background. */
  start(): void;
  /** Finishes it. */
  stop(): Promise<void>;
};

/** Builds both Express apps from what is passed in; opens nothing itself. */
export async function createOauthService(options: OauthOptions): Promise<OauthService> {
  const { database, registry, keyEncryption, clock, logger, telemetry } = options;
  const { keyRefreshSeconds } = options;
  const revocations = new RevocationStore(database, clock);
  const audit = new AuditStore(database);
  const records = new ProviderRecordStore(database);
  const keyStore = new SigningKeyStore(database, keyEncryption);
  const keyRing = await KeyRing.open({
    store: keyStore,
    clock,
    logger,
    ...(keyRefreshSeconds !== undefined && { refreshSeconds: keyRefreshSeconds }),
  });
  const { metrics } = telemetry;
  tellKeyAge(metrics, keyRing, clock);
  const parts: Parts = {
    ...options,
    accounts: new AccountStore(database),
    consents: new ConsentStore(database),
    clients: new ClientAdapter(registry, records),
    records,
    revocations,
    audit,
    access: new AccessStore(database, revocations, audit),
    keyStore,
    keyRing,
    signIns: signInCounts(metrics),
    tokenRequests: tokenRequestCounts(metrics),
    upstreamSignIn: upstreamSignInOf(options),
    grace: new RefreshGrace(keyEncryption.derive('refresh tokens'), options.graceSeconds),
  };
  return {
    publicApp: publicAppOf(parts),
    internalApp: internalAppOf(parts),
    start: () => keyRing.start(),
    stop: () => keyRing.stop(),
  };
}

type Parts = OauthOptions & {
  accounts: AccountStore;
  consents: ConsentStore;
  clients: ClientAdapter;
  records: ProviderRecordStore;
  revocations: RevocationStore;
  audit: AuditStore;
  access: AccessStore;
  keyStore: SigningKeyStore;
  keyRing: KeyRing;
  signIns: SignInCounts;
  tokenRequests: TokenRequestCounts;
  upstreamSignIn: UpstreamSignIn | undefined;
  grace: RefreshGrace;
};

function upstreamSignInOf({ issuer, upstream, ephemeral, clock }: OauthOptions) {
  if (!upstream) return undefined;
  const provider = new UpstreamProvider(upstream, issuer + UPSTREAM_CALLBACK_PATH, clock);
  return new UpstreamSignIn(upstream.name, provider, ephemeral);
}

/** oidc-provider takes its keys when it is built; so with other keys there is another one. */
function publicAppOf(parts: Parts): Express {
  const { keyRing, ephemeral, rates, telemetry } = parts;
  const throttle = new SignInThrottle(ephemeral.counters);
  let router = providerRouter(parts, throttle);
  keyRing.onChange(() => {
    router = providerRouter(parts, throttle);
  });
  return expressApp(parts, 'public', [
    exactPaths,
    answerInJson,
    ...(rates ? [rateLimits(rates, telemetry.metrics)] : []),
    plainTokenRequests({
      ...parts,
      store: new PlainTokenStore(parts.database.statements, parts.clock),
    }),
    documentationRoutes(),
    publishedKeys(keyRing),
    (request, response, next) => router(request, response, next),
  ]);
}

/** Pages first, and the provider last: it answers whatever is left. */
function providerRouter(parts: Parts, throttle: SignInThrottle): Router {
  const { keyEncryption, upstreamSignIn: upstream } = parts;
  const provider = createProvider({
    ...parts,
    cookieKeys: keyEncryption.derive('cookies').map((key) => key.toString('base64url')),
  });
  const pages = {
    ...parts,
    provider,
    upstream,
    throttle,
    csrf: new CsrfTokens(keyEncryption.derive('forms')),
    sessions: new AccountSession(provider),
  };
  return Router()
    .use(interactionRoutes(pages), accountRoutes(pages))
    .use(tellOutageOnPage)
    .use(errorHandler(translateDatabaseError))
    .use(provider.callback());
}

function internalAppOf(parts: Parts): Express {
  const { database, keyRing, tokens } = parts;
  const authenticate = internalAuthentication(tokens);
  const app = expressApp(parts, 'internal', [
    // Without Redis nobody signs in, yet everybody stays connected: that is no reason to be taken out.
    healthRoutes(async () => {
      await database.ping();
      return !parts.isStopping?.();
    }),
    metricsRoute(parts.telemetry.metrics),
    publishedKeys(keyRing),
    routeTable(
      [
        ...operatorRoutes(parts),
        ...keyRoutes(parts),
        ...auditRoutes(parts),
        ...serviceRoutes(parts),
      ],
      {
        authenticate: async (request) => authenticate(request.get('authorization')),
        rolesOf: ({ kind }) => [internalRoles[kind]],
      },
    ),
    refusePath,
  ]);
  app.use(errorHandler(translateDatabaseError));
  return app;
}

function expressApp(
  { logger, telemetry, trustedProxies = 0 }: OauthOptions,
  port: 'public' | 'internal',
  handlers: RequestHandler[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  const templateOf = endpointOf;
  app.use(requestContext({ logger, telemetry, port, templateOf }));
  app.use(constantHeaders(helmet({ contentSecurityPolicy })), ...handlers);
  return app;
}

/** Pages without script; forms may end in a redirect to an app, which `form-action` would block. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'https:'],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

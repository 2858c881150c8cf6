import {
  compileContracts,
  constantHeaders,
  errorHandler,
  healthRoutes,
  type InternalCaller,
  InternalCalls,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
  metricsRoute,
  type Route,
  refusePath,
  requestContext,
  routeTable,
  type Telemetry,
} from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import type { RedisConnection } from '@app-platform/service-kit/redis';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { directoryRoutes } from './apps/directory-routes.ts';
import { appRoutes } from './apps/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { type AuthenticationDependencies, authenticate } from './authentication/authenticate.ts';
import { CredentialMemory, PUBLISHED_KEYS } from './authentication/credential-memory.ts';
import { DpopProofs } from './authentication/dpop-proof.ts';
import { LastUseRecorder } from './authentication/last-use.ts';
import type { Principal } from './authentication/principal.ts';
import { PublishedKeys } from './authentication/published-keys.ts';
import { RevocationList } from './authentication/revocation-list.ts';
import type { Dependencies } from './dependencies.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { installationRoutes } from './installations/routes.ts';
import { operatorRoutes } from './internal/operator-routes.ts';
import { serviceRoutes } from './internal/service-routes.ts';
import { Changes } from './memory/changes.ts';
import { notingChanges } from './memory/noting-changes.ts';
import { tellState } from './metrics/tell-state.ts';
import { OauthClient } from './oauth-client/oauth-client.ts';
import { organizationRoutes } from './organizations/routes.ts';
import { type Rates, registryLimits } from './rate-limits.ts';

export type RegistryOptions = Omit<Dependencies, 'oauthClient' | 'changes'> & {
  tokens: InternalTokens;
  telemetry: Telemetry;
  maxBodyBytes?: number;
  /** Whether `X-Forwarded-For` is believed: how many proxies stand in front. */
  trustedProxies?: number;
  /** Left out where nothing is limited. */
  rates?: Rates;
  /** Where replicas count together. */
  redis?: RedisConnection;
  /** Whether it is about to end: it is not ready then, so that nothing new is sent to it. */
  isStopping?: () => boolean;
  /** Left out where there is no OAuth service. */
  oauth?: OauthOptions;
};

export type OauthOptions = {
  /** The OAuth service's public address. */
  issuer: string;
  /** This service's public address. */
  audience: string;
  /** The OAuth service's internal address: its keys and revocations are read there. */
  internalUrl: string;
  /** How often its keys are read anew. */
  keyReloadSeconds?: number;
};

export type Registry = {
  /** Served at `{base_url}`. */
  publicApp: Express;
  /** Served on a port that is never routed from outside. */
  internalApp: Express;
  /** Begins what runs in the background. */
  start(): Promise<void>;
  /** Loads and compiles what would else be for whoever needs it first. */
  prepare(): Promise<void>;
  /** Finishes what was begun. */
  stop(): Promise<void>;
};

/** The routes of the public API, in the order of the documentation. */
export function publicRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [
    ...appRoutes(dependencies),
    ...directoryRoutes(dependencies),
    ...installationRoutes(dependencies),
    ...attributeRoutes(dependencies),
    ...organizationRoutes(dependencies),
    ...auditRoutes(dependencies),
  ];
}

/** Builds both Express apps from what is passed in; opens nothing itself. */
export function createRegistry(options: RegistryOptions): Registry {
  const { database, logger } = options;
  const lastUse = new LastUseRecorder(database.apiKeys, logger);
  const calls = new InternalCalls(options.telemetry);
  const oauthClient = oauthClientOf(options, calls);
  const changes = new Changes();
  const oauth = oauthReaders(options, calls, changes, oauthClient);
  tellState(options.telemetry, lastUse, oauth);
  const authentication = authenticationDependencies(options, changes, lastUse, oauth);
  const dependencies = { ...options, changes, ...(oauthClient && { oauthClient }) };
  const routes = publicRoutes(dependencies);
  const internalRoutes = internalRoutesOf(dependencies);
  let firstAsking: Promise<void> | undefined;
  const hasAsked = async (): Promise<boolean> => {
    await firstAsking;
    return !oauth || firstAsking !== undefined;
  };
  return {
    publicApp: publicAppOf(options, dependencies, authentication, routes),
    internalApp: internalAppOf(options, internalRoutes, hasAsked),
    start: () => {
      oauth?.keys.start();
      // Until it is known what was revoked no access token is taken, so nothing is sent here before.
      firstAsking = oauth?.revocations.start() ?? Promise.resolve();
      return firstAsking;
    },
    prepare: async () => {
      await compileContracts([...routes, ...internalRoutes]);
      await database.prepare();
    },
    stop: async () => {
      oauth?.keys.stop();
      oauth?.revocations.stop();
      await lastUse.stop();
    },
  };
}

function publicAppOf(
  options: RegistryOptions,
  { changes }: Dependencies,
  authentication: AuthenticationDependencies,
  routes: Route<Principal>[],
): Express {
  const limits =
    options.rates && registryLimits(options.rates, options.telemetry.metrics, options.redis);
  return expressApp(options, 'public', [
    ...(limits ? [limits.perNetwork] : []),
    routeTable(
      notingChanges(routes, ({ organizationId }) => changes.note(organizationId)),
      {
        authenticate: (request) =>
          authenticate(authentication, {
            authorization: request.get('authorization'),
            method: request.method,
            path: request.path,
            proof: String(request.headers.dpop ?? ''),
          }),
        rolesOf: ({ roles }) => roles,
        ...(limits && { limits: limits.routes }),
        ...bodyLimitOf(options),
      },
    ),
    documentationRoutes(routes),
  ]);
}

function internalRoutesOf(dependencies: Dependencies): Route<InternalCaller>[] {
  // The operator's changes are few, and do not tell whom they are about.
  const noteAny = () => dependencies.changes.noteAny();
  const changesOfOperator = notingChanges(operatorRoutes(dependencies), noteAny);
  return [...serviceRoutes(dependencies), ...changesOfOperator];
}

/** @param hasAsked resolves when what was revoked has been asked for once, with or without an answer */
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

function oauthClientOf(
  { oauth, tokens }: RegistryOptions,
  calls: InternalCalls,
): OauthClient | undefined {
  if (!oauth) return undefined;
  const { serviceToken } = tokens;
  return new OauthClient({ baseUrl: oauth.internalUrl, serviceToken, calls });
}

type OauthReaders = { options: OauthOptions; keys: PublishedKeys; revocations: RevocationList };

/** What is read of the OAuth service all the time. */
function oauthReaders(
  { oauth, clock, logger }: RegistryOptions,
  calls: InternalCalls,
  changes: Changes,
  oauthClient: OauthClient | undefined,
): OauthReaders | undefined {
  if (!oauth || !oauthClient) return undefined;
  const { internalUrl: oauthInternalUrl, keyReloadSeconds } = oauth;
  const onRead = () => changes.note(PUBLISHED_KEYS);
  const reload = keyReloadSeconds !== undefined && { reloadSeconds: keyReloadSeconds };
  return {
    options: oauth,
    keys: new PublishedKeys({ oauthInternalUrl, logger, calls, onRead, ...reload }),
    revocations: new RevocationList({ oauthClient, clock, logger }),
  };
}

function authenticationDependencies(
  { database, clock }: RegistryOptions,
  changes: Changes,
  lastUse: LastUseRecorder,
  oauth: OauthReaders | undefined,
): AuthenticationDependencies {
  const checked = {
    credentials: database.credentials,
    memory: new CredentialMemory(changes),
    clock,
  };
  if (!oauth) return { ...checked, lastUse };
  const { options, keys, revocations } = oauth;
  const { issuer, audience } = options;
  const proofs = new DpopProofs(clock);
  const accessTokens = { ...checked, issuer, audience, keys: keys.find, revocations, proofs };
  return { ...checked, lastUse, accessTokens };
}

/** The registry serves JSON, and one page without script. */
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
  { logger, telemetry, trustedProxies = 0 }: RegistryOptions,
  port: 'public' | 'internal',
  handlers: RequestHandler[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  // Queries are read by the route table, which refuses a parameter given twice.
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies);
  // Services ask anew each time: what they are told must not be older than their question.
  if (port === 'internal') app.disable('etag');
  app.use(requestContext({ logger, telemetry, port }));
  app.use(constantHeaders(helmet({ contentSecurityPolicy })), ...handlers);
  app.use(refusePath);
  app.use(errorHandler(translateDatabaseError));
  return app;
}

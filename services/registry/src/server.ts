import {
  errorHandler,
  healthRoutes,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
  type Route,
  refusePath,
  requestContext,
  routeTable,
} from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import express, { type Express, type RequestHandler } from 'express';
import helmet from 'helmet';
import { createRemoteJWKSet } from 'jose';
import { directoryRoutes } from './apps/directory-routes.ts';
import { appRoutes } from './apps/routes.ts';
import { attributeRoutes } from './attributes/routes.ts';
import type { AccessTokenDependencies } from './authentication/access-token.ts';
import { authenticate } from './authentication/authenticate.ts';
import { DpopProofs } from './authentication/dpop-proof.ts';
import { LastUseRecorder } from './authentication/last-use.ts';
import type { Principal } from './authentication/principal.ts';
import { RevocationList } from './authentication/revocation-list.ts';
import type { Dependencies } from './dependencies.ts';
import { documentationRoutes } from './documentation/routes.ts';
import { installationRoutes } from './installations/routes.ts';
import { operatorRoutes } from './internal/operator-routes.ts';
import { serviceRoutes } from './internal/service-routes.ts';
import { organizationRoutes } from './organizations/routes.ts';

export type RegistryOptions = Dependencies & {
  tokens: InternalTokens;
  maxBodyBytes?: number;
  /** Whether `X-Forwarded-For` is believed: how many proxies stand in front. */
  trustedProxies?: number;
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
};

export type Registry = {
  /** Served at `{base_url}`. */
  publicApp: Express;
  /** Served on a port that is never routed from outside. */
  internalApp: Express;
  /** Begins what runs in the background. */
  start(): Promise<void>;
  /** Finishes it. */
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
  ];
}

/** Builds both Express apps from what is passed in; opens nothing itself. */
export function createRegistry(options: RegistryOptions): Registry {
  const { database, clock, logger } = options;
  const lastUse = new LastUseRecorder(database.apiKeys, logger);
  const revocations = revocationList(options);
  const accessTokens = revocations && accessTokenDependencies(options, revocations);
  const bodyLimit = options.maxBodyBytes ? { maxBodyBytes: options.maxBodyBytes } : {};
  const routes = publicRoutes(options);

  const publicApp = expressApp(options, [
    documentationRoutes(routes),
    routeTable(routes, {
      authenticate: (request) =>
        authenticate(
          { apiKeys: database.apiKeys, lastUse, clock, ...(accessTokens && { accessTokens }) },
          {
            authorization: request.get('authorization'),
            method: request.method,
            path: request.path,
            proof: request.get('dpop') ?? '',
          },
        ),
      rolesOf: ({ roles }) => roles,
      ...bodyLimit,
    }),
  ]);

  const authenticateInternal = internalAuthentication(options.tokens);
  const internalApp = expressApp(options, [
    healthRoutes(async () => {
      await database.ping();
      return true;
    }),
    routeTable([...serviceRoutes(options), ...operatorRoutes(options)], {
      authenticate: async (request) => authenticateInternal(request.get('authorization')),
      rolesOf: ({ kind }) => [internalRoles[kind]],
      ...bodyLimit,
    }),
  ]);

  return {
    publicApp,
    internalApp,
    start: async () => revocations?.start(),
    stop: async () => {
      revocations?.stop();
      await lastUse.stop();
    },
  };
}

function revocationList({ oauth, tokens, clock, logger }: RegistryOptions) {
  if (!oauth) return undefined;
  const { serviceToken } = tokens;
  return new RevocationList({ oauthInternalUrl: oauth.internalUrl, serviceToken, clock, logger });
}

function accessTokenDependencies(
  { oauth, database, clock }: RegistryOptions,
  revocations: RevocationList,
): AccessTokenDependencies | undefined {
  if (!oauth) return undefined;
  const { issuer, audience, internalUrl } = oauth;
  const keys = createRemoteJWKSet(new URL('/oauth/jwks', internalUrl), {
    // Kept while the OAuth service is down; a token with an unknown key makes it be read again.
    cacheMaxAge: Number.POSITIVE_INFINITY,
    cooldownDuration: 5_000,
    timeoutDuration: 2_000,
  });
  const { installations } = database;
  const proofs = new DpopProofs(clock);
  return { issuer, audience, keys, revocations, installations, clock, proofs };
}

/** The registry serves JSON, and one page without script. */
const contentSecurityPolicy = {
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
  { logger, trustedProxies = 0 }: RegistryOptions,
  handlers: RequestHandler[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  // Queries are read by the route table, which refuses a parameter given twice.
  app.set('query parser', false);
  app.set('trust proxy', trustedProxies);
  app.use(requestContext(logger), helmet({ contentSecurityPolicy }), ...handlers);
  app.use(refusePath);
  app.use(errorHandler(translateDatabaseError));
  return app;
}

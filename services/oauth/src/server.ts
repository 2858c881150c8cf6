import {
  type Clock,
  errorHandler,
  healthRoutes,
  type InternalTokens,
  internalAuthentication,
  internalRoles,
  type Logger,
  refusePath,
  requestContext,
  routeTable,
} from '@app-platform/service-kit';
import { translateDatabaseError } from '@app-platform/service-kit/database';
import express, { type Express, type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import { AccountStore } from './accounts/account-store.ts';
import { SignInThrottle } from './accounts/sign-in-throttle.ts';
import type { Database } from './database/database.ts';
import { ConsentStore } from './grants/consent-store.ts';
import { RevocationStore } from './grants/revocation-store.ts';
import { CsrfTokens } from './interaction/csrf.ts';
import { interactionRoutes } from './interaction/routes.ts';
import { operatorRoutes, serviceRoutes } from './internal/routes.ts';
import type { KeyEncryption } from './keys/key-encryption.ts';
import { type SigningKey, SigningKeys } from './keys/signing-keys.ts';
import { ClientAdapter } from './provider/client-adapter.ts';
import { createProvider } from './provider/create-provider.ts';
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
  trustedProxies?: number;
};

export type OauthService = { publicApp: Express; internalApp: Express };

/** Builds both Express apps from what is passed in; opens nothing itself. */
export async function createOauthService(options: OauthOptions): Promise<OauthService> {
  const { database, ephemeral, registry, keyEncryption, clock, tokens } = options;
  const accounts = new AccountStore(database);
  const consents = new ConsentStore(database);
  const clients = new ClientAdapter(registry);
  const revocations = new RevocationStore(database, clock);
  const signingKeys = await new SigningKeys(database, keyEncryption, clock).load();
  const provider = createProvider({
    ...options,
    accounts,
    consents,
    clients,
    revocations,
    records: new ProviderRecordStore(database),
    grace: new RefreshGrace(keyEncryption.derive('refresh tokens'), options.graceSeconds),
    signingKeys,
    cookieKey: keyEncryption.derive('cookies').toString('base64url'),
  });
  const csrf = new CsrfTokens(keyEncryption.derive('forms'));
  const throttle = new SignInThrottle();
  const interactions = { ...options, provider, accounts, consents, clients, csrf, throttle };

  const publicApp = expressApp(options, [interactionRoutes(interactions)]);
  publicApp.use(errorHandler(translateDatabaseError));
  publicApp.use(provider.callback());

  const authenticateInternal = internalAuthentication(tokens);
  const internalApp = expressApp(options, [
    healthRoutes(async () => {
      await Promise.all([database.ping(), ephemeral.ping()]);
      return true;
    }),
    publishedKeys(signingKeys),
    routeTable([...operatorRoutes(accounts), ...serviceRoutes(revocations)], {
      authenticate: async (request) => authenticateInternal(request.get('authorization')),
      rolesOf: ({ kind }) => [internalRoles[kind]],
    }),
    refusePath,
  ]);
  internalApp.use(errorHandler(translateDatabaseError));
  return { publicApp, internalApp };
}

/** For the registry, which verifies tokens by them: on the internal port it needs no detour. */
function publishedKeys(signingKeys: readonly SigningKey[]): RequestHandler {
  const keys = signingKeys.map(({ publicJwk }) => publicJwk);
  return Router().get('/oauth/jwks', (_request, response) => {
    response.json({ keys });
  });
}

function expressApp(
  { logger, trustedProxies = 0 }: OauthOptions,
  handlers: RequestHandler[],
): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustedProxies);
  app.use(requestContext(logger), helmet({ contentSecurityPolicy }), ...handlers);
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

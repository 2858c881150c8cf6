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
import { AccountSession } from './account-pages/account-session.ts';
import { accountRoutes } from './account-pages/routes.ts';
import { AccountStore } from './accounts/account-store.ts';
import { SignInThrottle } from './accounts/sign-in-throttle.ts';
import type { Database } from './database/database.ts';
import { AccessStore } from './grants/access-store.ts';
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
  const { database, registry, keyEncryption, clock } = options;
  const revocations = new RevocationStore(database, clock);
  const parts: Parts = {
    ...options,
    accounts: new AccountStore(database),
    consents: new ConsentStore(database),
    clients: new ClientAdapter(registry),
    revocations,
    access: new AccessStore(database, revocations),
    signingKeys: await new SigningKeys(database, keyEncryption, clock).load(),
  };
  return { publicApp: publicAppOf(parts), internalApp: internalAppOf(parts) };
}

type Parts = OauthOptions & {
  accounts: AccountStore;
  consents: ConsentStore;
  clients: ClientAdapter;
  revocations: RevocationStore;
  access: AccessStore;
  signingKeys: Awaited<ReturnType<SigningKeys['load']>>;
};

/** Pages first, and the provider last: it answers whatever is left. */
function publicAppOf(parts: Parts): Express {
  const { database, ephemeral, keyEncryption, graceSeconds } = parts;
  const provider = createProvider({
    ...parts,
    records: new ProviderRecordStore(database),
    grace: new RefreshGrace(keyEncryption.derive('refresh tokens'), graceSeconds),
    cookieKey: keyEncryption.derive('cookies').toString('base64url'),
  });
  const pages = {
    ...parts,
    provider,
    csrf: new CsrfTokens(keyEncryption.derive('forms')),
    throttle: new SignInThrottle(ephemeral.counters),
    sessions: new AccountSession(provider),
  };
  const app = expressApp(parts, [interactionRoutes(pages), accountRoutes(pages)]);
  app.use(errorHandler(translateDatabaseError));
  app.use(provider.callback());
  return app;
}

function internalAppOf(parts: Parts): Express {
  const { database, accounts, revocations, signingKeys, tokens } = parts;
  const authenticate = internalAuthentication(tokens);
  const app = expressApp(parts, [
    // Without Redis nobody signs in, yet everybody stays connected: that is no reason to be taken out.
    healthRoutes(async () => {
      await database.ping();
      return true;
    }),
    publishedKeys(signingKeys),
    routeTable([...operatorRoutes(accounts), ...serviceRoutes(revocations)], {
      authenticate: async (request) => authenticate(request.get('authorization')),
      rolesOf: ({ kind }) => [internalRoles[kind]],
    }),
    refusePath,
  ]);
  app.use(errorHandler(translateDatabaseError));
  return app;
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

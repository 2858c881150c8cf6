import {
  acceptIdempotencyKeys,
  errorHandler,
  type Route,
  type RouteLimits,
  routeTable,
  type StatusDependencies,
  statusRoutes,
  translateDatabaseError,
} from '@app-platform/http-api';
import type { IdempotentAnswerStore } from '@app-platform/runtime/database';
import { type RequestHandler, Router } from 'express';
import type { AccountStores } from '../accounts/account-store.ts';
import type { AuditStores } from '../audit/audit-store.ts';
import { type ApiCaller, authenticateCaller } from '../authentication/api-caller.ts';
import type { ConsentRequestStores } from '../consent-requests/consent-request-store.ts';
import {
  type ConsentRequestRouteDependencies,
  consentRequestRoutes,
} from '../consent-requests/routes.ts';
import { type Database, withinTransaction } from '../database/database.ts';
import type { AccessStores } from '../grants/access-store.ts';
import type { ConsentStores } from '../grants/consent-store.ts';
import type { EndedGrantsStores } from '../grants/ended-grants-store.ts';
import type { EndedUserStores } from '../grants/ended-user-store.ts';
import type { GrantStores } from '../grants/organization-grant-store.ts';
import type { RevocationStores } from '../grants/revocation-store.ts';
import { type GrantRouteDependencies, grantRoutes } from '../grants/routes.ts';
import { type OrganizationRouteDependencies, organizationRoutes } from '../organizations/routes.ts';
import type { SettingsStores } from '../organizations/settings-store.ts';
import { translateRegistryOutage } from '../registry-client/registry-unavailable.ts';
import type { OauthUsage } from '../usage/usage-store.ts';
import type { UserApiDependencies } from '../users/create-user.ts';
import type { PasswordLinkStores } from '../users/password-link-store.ts';
import { publicUserRoutes } from '../users/routes.ts';
import type { UserStores } from '../users/user-store.ts';

type ApiStores = AccountStores &
  AccessStores &
  AuditStores &
  ConsentRequestStores &
  ConsentStores &
  EndedGrantsStores &
  EndedUserStores &
  GrantStores &
  PasswordLinkStores &
  RevocationStores &
  SettingsStores &
  UserStores & { idempotentAnswers: IdempotentAnswerStore };

export type ApiDependencies = StatusDependencies &
  UserApiDependencies &
  GrantRouteDependencies &
  ConsentRequestRouteDependencies &
  OrganizationRouteDependencies & { database: Database<ApiStores> };

/** The routes of the public API for administrators, in the order of the documentation. */
export function apiRoutes(dependencies: ApiDependencies): Route<ApiCaller>[] {
  const { clock } = dependencies;
  const database: Database<ApiStores> = dependencies.database;
  return acceptIdempotencyKeys<ApiDependencies, ApiCaller>(FEATURES, dependencies, {
    transaction: (work) =>
      database.transaction((stores) =>
        work(stores.idempotentAnswers, { ...dependencies, database: withinTransaction(stores) }),
      ),
    clock,
    callerOf: ({ organizationId, id }) => ({ organizationId, caller: id }),
  });
}

const FEATURES = [
  publicUserRoutes,
  grantRoutes,
  consentRequestRoutes,
  organizationRoutes,
  statusRoutes<ApiCaller>('readOauthStatus'),
];

/**
 * Serves the public API, with the registry's credentials and error bodies.
 * @param limits left out where nothing is limited
 */
export function serveApi(
  dependencies: ApiDependencies & { issuer: string; usage: OauthUsage },
  limits: RouteLimits = { strict: {} },
): RequestHandler {
  const table = routeTable(apiRoutes(dependencies), {
    authenticate: (request) => authenticateCaller(dependencies.registry, request),
    rolesOf: ({ roles }) => roles,
    countRequest: ({ organizationId }) => dependencies.usage.count(organizationId, 'requests'),
    credentials: { holderOf, clock: dependencies.clock },
    limits,
  });
  const translate = (error: unknown) =>
    translateRegistryOutage(error) ?? translateDatabaseError(error);
  return Router().use(table).use(errorHandler(translate, dependencies.issuer));
}

function holderOf({ authenticatedAt, ...caller }: ApiCaller) {
  return {
    ...caller,
    authenticatedAt: authenticatedAt === null ? null : new Date(authenticatedAt),
  };
}

import {
  acceptIdempotencyKeys,
  errorHandler,
  type Route,
  routeTable,
  translateDatabaseError,
} from '@app-platform/http-api';
import type { IdempotentAnswerStore } from '@app-platform/runtime/database';
import { type RequestHandler, Router } from 'express';
import {
  type ConsentRequestRouteDependencies,
  consentRequestRoutes,
} from '../consent-requests/routes.ts';
import { type GrantRouteDependencies, grantRoutes } from '../grants/routes.ts';
import { type OrganizationRouteDependencies, organizationRoutes } from '../organizations/routes.ts';
import { translateRegistryOutage } from '../registry-client/registry-unavailable.ts';
import type { UserApiDependencies } from '../users/create-user.ts';
import { publicUserRoutes } from '../users/routes.ts';
import { type ApiCaller, authenticateCaller } from './api-caller.ts';

export type ApiDependencies = UserApiDependencies &
  GrantRouteDependencies &
  ConsentRequestRouteDependencies &
  OrganizationRouteDependencies & { idempotentAnswers: IdempotentAnswerStore };

/** The routes of the public API for administrators, in the order of the documentation. */
export function apiRoutes(dependencies: ApiDependencies): Route<ApiCaller>[] {
  const routes = [
    ...publicUserRoutes(dependencies),
    ...grantRoutes(dependencies),
    ...consentRequestRoutes(dependencies),
    ...organizationRoutes(dependencies),
  ];
  const { database, idempotentAnswers, clock } = dependencies;
  return acceptIdempotencyKeys(routes, {
    transaction: (work) => database.transaction(() => work(idempotentAnswers)),
    clock,
    callerOf: ({ organizationId, id }) => ({ organizationId, caller: id }),
  });
}

/** Serves the public API, with the registry's credentials and error bodies. */
export function serveApi(dependencies: ApiDependencies & { issuer: string }): RequestHandler {
  const table = routeTable(apiRoutes(dependencies), {
    authenticate: (request) => authenticateCaller(dependencies.registry, request),
    rolesOf: ({ roles }) => roles,
    credentials: { holderOf, clock: dependencies.clock },
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

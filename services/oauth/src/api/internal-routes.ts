import { type OauthUsageKind, OauthUsagePage } from '@app-platform/contracts';
import { changesRoute, type InternalCaller, type Route, usageRoute } from '@app-platform/http-api';
import { internalAccountRoutes } from '../accounts/internal-routes.ts';
import { auditRoutes } from '../audit/internal-routes.ts';
import { internalGrantRoutes } from '../grants/internal-routes.ts';
import { keyRoutes } from '../keys/routes.ts';
import {
  organizationPoliciesRoute,
  organizationRecordsRoute,
  organizationRemovalRoute,
} from '../organizations/internal-routes.ts';
import { refusedRequestRoutes } from '../refused-requests/internal-routes.ts';
import { installationRequestMailRoute } from '../request-mails/internal-routes.ts';
import { activityRoutes } from '../usage/internal-routes.ts';
import { internalUserRoutes, userIdentityRoute, userRolesRoute } from '../users/internal-routes.ts';

export type ServiceRouteDependencies = Parameters<typeof internalGrantRoutes>[0] &
  Parameters<typeof userRolesRoute>[0] &
  Parameters<typeof refusedRequestRoutes>[0] &
  Parameters<typeof activityRoutes>[0] &
  Parameters<typeof organizationRemovalRoute>[0] &
  Parameters<typeof organizationPoliciesRoute>[0] &
  Parameters<typeof installationRequestMailRoute>[0] &
  Parameters<typeof auditRoutes>[0] &
  Parameters<typeof changesRoute>[0];

/** The routes of the internal API for the registry. */
export function serviceRoutes(dependencies: ServiceRouteDependencies): Route<InternalCaller>[] {
  return [
    ...internalGrantRoutes(dependencies),
    userIdentityRoute(dependencies),
    userRolesRoute(dependencies),
    ...refusedRequestRoutes(dependencies),
    ...activityRoutes(dependencies),
    organizationRemovalRoute(dependencies),
    organizationPoliciesRoute(dependencies),
    installationRequestMailRoute(dependencies),
    ...auditRoutes(dependencies),
    changesRoute(dependencies),
  ];
}

type InternalDependencies = ServiceRouteDependencies &
  Parameters<typeof internalAccountRoutes>[0] &
  Parameters<typeof internalUserRoutes>[0] &
  Parameters<typeof keyRoutes>[0] &
  Parameters<typeof usageRoute<OauthUsageKind>>[0];

/** The routes of the internal API: of the registry and of the operator. */
export function internalRoutes(dependencies: InternalDependencies): Route<InternalCaller>[] {
  return [
    ...internalAccountRoutes(dependencies),
    ...internalUserRoutes(dependencies),
    ...keyRoutes(dependencies),
    organizationRecordsRoute(dependencies),
    usageRoute(dependencies, OauthUsagePage),
    ...serviceRoutes(dependencies),
  ];
}

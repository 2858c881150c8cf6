import {
  clientIdSchema,
  RecentRefusedRequests,
  RecentRefusedRequestsQuery,
  RefusedRequestList,
  type RefusedRequestRecord,
} from '@app-platform/contracts';
import { defineInternalRoute, internalRoles, parameter } from '@app-platform/http-api';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import type { RefusedRequestStore, RefusedRequests } from './refused-request-store.ts';

export type RefusedRequestDependencies = {
  issuer: string;
  database: { refusedRequests: Pick<RefusedRequestStore, 'list' | 'listRecent'> };
};

/** For the owner of an app, through the registry. */
export function refusedRequestRoutes(dependencies: RefusedRequestDependencies) {
  return [listRoute(dependencies), recentRoute(dependencies)];
}

function listRoute({ issuer, database }: RefusedRequestDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/clients/{clientId}/refused-requests',
    operationId: 'listRefusedRequests',
    summary: 'Why requests of a client were refused lately',
    access: { all: [internalRoles.service] },
    parameters: [parameter('clientId', 'path', clientIdSchema, "The app's client id.")],
    responses: { 200: { description: 'The latest first.', schema: RefusedRequestList } },
    handle: async ({ parameters: { clientId } }) => {
      const found = await database.refusedRequests.list(clientId);
      const authorizationUrl = issuer + endpointPaths.authorization;
      const refusedRequests = found.map((one) => describeRefusedRequest(one, authorizationUrl));
      return { status: 200, body: { refusedRequests } };
    },
  });
}

function recentRoute({ issuer, database }: RefusedRequestDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/refused-requests',
    operationId: 'listRecentRefusedRequests',
    changesNothing: true,
    isRoutine: true,
    summary: 'Which requests of some clients were refused since a time',
    access: { all: [internalRoles.service] },
    body: RecentRefusedRequestsQuery,
    responses: { 200: { description: 'The latest first.', schema: RecentRefusedRequests } },
    handle: async ({ body: { clientIds, since } }) => {
      const found = await database.refusedRequests.listRecent(clientIds, new Date(since));
      const authorizationUrl = issuer + endpointPaths.authorization;
      const refusedRequests = found.map((one) => ({
        clientId: one.clientId,
        ...describeRefusedRequest(one, authorizationUrl),
      }));
      return { status: 200, body: { refusedRequests } };
    },
  });
}

/** @param authorizationUrl the address of the authorization endpoint */
function describeRefusedRequest(
  refused: RefusedRequests,
  authorizationUrl: string,
): RefusedRequestRecord {
  const { endpoint, error, reason, count, firstAt, lastAt } = refused;
  return {
    endpoint,
    error,
    reason,
    count,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    request: requestOf(refused, authorizationUrl),
  };
}

/** As the doctor of the registry takes it. */
function requestOf(
  { endpoint, clientId, parameters }: RefusedRequests,
  authorizationUrl: string,
): RefusedRequestRecord['request'] {
  if (!parameters) return null;
  const given = { client_id: clientId, ...parameters };
  if (endpoint === 'token') return { tokenRequest: given };
  return { url: `${authorizationUrl}?${new URLSearchParams(given)}` };
}

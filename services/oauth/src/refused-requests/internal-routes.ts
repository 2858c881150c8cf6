import {
  clientIdSchema,
  RefusedRequestList,
  type RefusedRequestRecord,
} from '@app-platform/contracts';
import { defineInternalRoute, internalRoles, parameter } from '@app-platform/http-api';
import { endpointPaths } from '../endpoints/endpoint-paths.ts';
import type { RefusedRequestStore, RefusedRequests } from './refused-request-store.ts';

export type RefusedRequestDependencies = {
  issuer: string;
  database: { refusedRequests: Pick<RefusedRequestStore, 'list'> };
};

/** For the owner of an app, through the registry. */
export function refusedRequestRoute({ issuer, database }: RefusedRequestDependencies) {
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

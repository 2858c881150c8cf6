import type { RefusedRequestRecord } from '@app-platform/contracts';
import type { RefusedRequests } from './refused-request-store.ts';

/** @param authorizationUrl the address of the authorization endpoint */
export function describeRefusedRequest(
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

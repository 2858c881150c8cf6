import type { CheckedCaller, CredentialCheckAnswer } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type AuthenticationDependencies, authenticate } from '../authentication/authenticate.ts';
import type { Principal } from '../authentication/principal.ts';

/**
 * Authenticates a bearer credential as the public API does, so that revocations and installations
 * count. A token that is bound to a key is not valid here: its proof is of another request.
 * @throws AppError 503 where access tokens cannot be checked right now
 */
export async function checkCredential(
  authentication: AuthenticationDependencies,
  credential: string,
): Promise<CredentialCheckAnswer> {
  const authorization = `Bearer ${credential}`;
  try {
    const request = { authorization, method: 'POST', path: '/', proof: '' };
    return { caller: callerOf(await authenticate(authentication, request)) };
  } catch (error) {
    if (error instanceof AppError && error.status === 401) return { caller: null };
    throw error;
  }
}

function callerOf(principal: Principal): CheckedCaller {
  const { kind, id, userId = id, organizationId, roles, clientId, authenticatedAt } = principal;
  return {
    kind,
    id: userId,
    organizationId,
    roles: [...roles],
    clientId: clientId ?? null,
    authenticatedAt: authenticatedAt?.toISOString() ?? null,
  };
}

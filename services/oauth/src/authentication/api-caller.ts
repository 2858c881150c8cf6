import { type CheckedCaller, organizationSuspended } from '@app-platform/contracts';
import { AppError, bearerCredential, routesFor, unauthorized } from '@app-platform/http-api';
import type { Request } from 'express';
import type { Actor } from '../audit/audit-store.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';

/** The caller of the public API, as the registry knows it. */
export type ApiCaller = CheckedCaller;

/** Declares a route of the public API. */
export const defineRoute = routesFor<ApiCaller>();

/**
 * Authenticates a caller at the registry: its API keys, installations and revocations count here too.
 * @throws AppError 401 for a missing or invalid credential, 403 for one of a suspended organization;
 *   RegistryUnavailable
 */
export async function authenticateCaller(
  registry: RegistryClient,
  request: Request,
): Promise<ApiCaller> {
  const credential = bearerCredential(request.get('authorization'));
  const { caller, suspendedReason } = await registry.checkCredential(credential);
  if (caller) return caller;
  if (typeof suspendedReason === 'string') {
    throw new AppError(organizationSuspended(suspendedReason));
  }
  throw unauthorized('The credential is not known, has expired or was revoked.', 'invalid_token');
}

export function actorOf({ kind, id }: ApiCaller): Actor {
  return { kind: kind === 'api_key' ? 'api_key' : 'account', id };
}

import type { Clock } from '@app-platform/service-kit';
import { bearerCredential, credentialDigest, unauthorized } from '@app-platform/service-kit';
import type { ApiKeyStore } from '../organizations/api-key-store.ts';
import type { LastUseRecorder } from './last-use.ts';
import type { Principal } from './principal.ts';

export type AuthenticationDependencies = {
  apiKeys: ApiKeyStore;
  lastUse: LastUseRecorder;
  clock: Clock;
};

/** Turns an Authorization header into a principal, or refuses with a 401. */
export async function authenticate(
  { apiKeys, lastUse, clock }: AuthenticationDependencies,
  authorization: string | undefined,
): Promise<Principal> {
  const credential = bearerCredential(authorization);
  const found = await apiKeys.findByDigest(credentialDigest(credential));
  if (!found || found.revokedAt) {
    throw unauthorized('This API key is not known, or was revoked.', 'invalid_token');
  }
  lastUse.note(found.id, clock());
  const { id, organizationId, organizationName, roles } = found;
  return { kind: 'api_key', id, organizationId, organizationName, roles };
}

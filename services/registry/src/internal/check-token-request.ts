import type { TokenRequestCheck, TokenRequestVerdict } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import { isOneOf } from '../apps/check-secret.ts';
import type { Database } from '../database/database.ts';

/** What a plain token request depends on. An unknown client has no secret, and is installed nowhere. */
export async function checkTokenRequest(
  { stores, clock }: { stores: Pick<Database, 'clients'>; clock: Clock },
  clientId: string,
  { secret, organizationId }: TokenRequestCheck,
): Promise<TokenRequestVerdict> {
  const found = await stores.clients.findForTokenRequest(clientId, organizationId, clock());
  return {
    clientId,
    secretValid: isOneOf(found?.secretDigests ?? [], secret),
    installedSince: found?.installedSince?.toISOString() ?? null,
  };
}

import type { TokenRequestCheck, TokenRequestVerdict } from '@app-platform/contracts';
import type { Clock } from '@app-platform/service-kit';
import { isOneOf } from '../apps/check-secret.ts';
import type { Database } from '../database/database.ts';

/** What plain token requests depend on. An unknown client has no secret, and is installed nowhere. */
export async function checkTokenRequests(
  { stores, clock }: { stores: Pick<Database, 'clients'>; clock: Clock },
  checks: readonly TokenRequestCheck[],
): Promise<TokenRequestVerdict[]> {
  const found = await stores.clients.findForTokenRequests(checks, clock());
  return checks.map(({ clientId, secret }, index) => ({
    clientId,
    secretValid: isOneOf(found[index]?.secretDigests ?? [], secret),
    installedSince: found[index]?.installedSince?.toISOString() ?? null,
  }));
}

import {
  noCeilings,
  type TokenRequestCheck,
  type TokenRequestVerdict,
} from '@app-platform/contracts';
import type { Clock } from '@app-platform/runtime';
import { isOneOf } from '../apps/check-secret.ts';
import type { RegistryDatabase } from '../stores.ts';

/** Checks clients of token requests. An unknown client has no secret, and is installed nowhere. */
export async function checkTokenRequests(
  { stores, clock }: { stores: Pick<RegistryDatabase, 'clients'>; clock: Clock },
  checks: readonly TokenRequestCheck[],
): Promise<TokenRequestVerdict[]> {
  const found = await stores.clients.findForTokenRequests(checks, clock());
  return checks.map(({ clientId, secret }, index) => ({
    clientId,
    secretValid: isOneOf(found[index]?.secretDigests ?? [], secret),
    installedSince: found[index]?.installedSince?.toISOString() ?? null,
    redirectUris: found[index]?.redirectUris ?? null,
    ceilings: found[index]?.ceilings ?? noCeilings,
  }));
}

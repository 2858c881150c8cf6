import { type ClientRecord, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import type { RegistryDatabase } from '../stores.ts';

/**
 * Finds a client for the OAuth service.
 * @param organizationId also asks whether this organization has the app installed
 * @throws AppError `not_found` for an unknown client id
 */
export async function findClient(
  { stores, clock }: { stores: Pick<RegistryDatabase, 'clients'>; clock: Clock },
  clientId: string,
  organizationId?: string,
): Promise<ClientRecord> {
  const client = await stores.clients.find(clientId, organizationId, clock());
  if (client) return client;
  const detail = 'There is no client of this id.';
  throw new AppError(problem('not_found', detail, { parameter: 'clientId' }));
}

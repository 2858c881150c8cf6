import { type ClientRecord, problem } from '@app-platform/contracts';
import { AppError, type Clock } from '@app-platform/service-kit';
import type { Database } from '../database/database.ts';

/**
 * What the OAuth service needs to know of a client.
 * @param organizationId also asks whether this organization has the app installed
 * @throws AppError `not_found` for an unknown client id
 */
export async function findClient(
  { stores, clock }: { stores: Pick<Database, 'clients'>; clock: Clock },
  clientId: string,
  organizationId?: string,
): Promise<ClientRecord> {
  const client = await stores.clients.find(clientId, organizationId, clock());
  if (client) return client;
  const detail = 'There is no client of this id.';
  throw new AppError(problem('not_found', detail, { parameter: 'clientId' }));
}

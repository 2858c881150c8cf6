import type { ClientRecord } from '@app-platform/contracts';
import type { Database } from '../database/database.ts';
import type { RegistryClient } from '../registry-client/registry-client.ts';
import type { ConcernFilter, GrantConcern, GrantStores } from './organization-grant-store.ts';

type ConcernDependencies = {
  database: Database<GrantStores>;
  registry: Pick<RegistryClient, 'findClients'>;
};

/** `clients` are those that were read to make the filter, which a list needs too. */
type FilterWithClients = {
  filter: ConcernFilter;
  clients?: Map<string, ClientRecord | undefined>;
};

/**
 * Narrows a list of grants to those that an administrator should look at.
 * @throws RegistryUnavailable where the registry must say which publishers are verified
 */
export async function concernFilter(
  { database, registry }: ConcernDependencies,
  { organizationId }: { organizationId: string },
  concern: GrantConcern | undefined,
): Promise<FilterWithClients> {
  if (concern !== 'unverified') return { filter: { concern: concern ?? null, clientIds: null } };
  const clients = await registry.findClients(await database.grants.listClients(organizationId));
  const unverified = [...clients.values()].filter((client) => isUnverified(client, organizationId));
  return { filter: { concern, clientIds: unverified.map(({ clientId }) => clientId) }, clients };
}

/** First-party clients are in no registry. */
function isUnverified(
  client: ClientRecord | undefined,
  organizationId: string,
): client is ClientRecord {
  return client?.owner?.verified === false && client.organizationId !== organizationId;
}

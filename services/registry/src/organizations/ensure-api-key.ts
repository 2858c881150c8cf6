import { type EnsuredApiKey, problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { RegistryDatabase } from '../stores.ts';
import { type ApiKeyInsertion, insertApiKey } from './create-api-key.ts';

/**
 * The API key of a name that is not revoked, created if there is none. The same request at the same
 * time creates one key.
 * @throws AppError `ambiguous_name` where more than one key has the name, `not_found` for an unknown
 *   organization
 */
export async function ensureApiKey(
  database: RegistryDatabase,
  insertion: ApiKeyInsertion,
): Promise<EnsuredApiKey> {
  const { organizationId, newKey } = insertion;
  return database.transaction(async (stores) => {
    await stores.organizations.lock(organizationId);
    const found = await stores.apiKeys.findByName(organizationId, newKey.name);
    const [existing] = found;
    if (!existing) {
      const { apiKey, key } = await insertApiKey(stores, insertion);
      return { id: apiKey.id, name: apiKey.name, roles: apiKey.roles, created: true, key };
    }
    if (found.length === 1) {
      const { id, name, roles } = existing;
      return { id, name, roles, created: false };
    }
    const detail = 'More than one API key of the organization has this name. Revoke all but one.';
    throw new AppError(problem('ambiguous_name', detail, { pointer: '/name' }));
  });
}

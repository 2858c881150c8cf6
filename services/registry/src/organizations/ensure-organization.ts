import { type EnsuredOrganization, problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';
import type { RegistryDatabase } from '../stores.ts';
import { insertOrganization } from './create-organization.ts';

/**
 * The organization of a name, created if there is none. The same request at the same time creates
 * one organization.
 * @throws AppError `ambiguous_name` where more than one organization has the name
 */
export async function ensureOrganization(
  database: RegistryDatabase,
  actor: Actor,
  name: string,
  context: RequestContext,
): Promise<EnsuredOrganization> {
  return database.transaction(async (stores) => {
    await stores.organizations.lockNames();
    const found = await stores.organizations.findByName(name);
    const [organization] = found;
    if (!organization) {
      const created = await insertOrganization(stores, actor, name, context);
      return { ...created, verified: false, created: true };
    }
    if (found.length === 1) return { ...organization, created: false };
    const ids = found.map(({ id }) => id).sort();
    const detail = `More than one organization has this name: ${ids.join(', ')} and maybe others. Give the id of the one that you mean.`;
    throw new AppError(problem('ambiguous_name', detail, { pointer: '/name' }));
  });
}

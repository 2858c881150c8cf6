import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { OrganizationStores, OrganizationWithState } from './organization-store.ts';

/** An organization that stays as it is until the end of the transaction. @throws AppError `not_found` */
export async function lockOrganization(
  { organizations }: OrganizationStores,
  id: string,
): Promise<OrganizationWithState> {
  await organizations.lock(id);
  const found = await organizations.find(id);
  if (found) return found;
  const detail = 'There is no organization of this id.';
  throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
}

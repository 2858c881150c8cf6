import { emailAddressToFind } from '@app-platform/contracts';
import type { UserStore } from './user-store.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The roles of an organization's user.
 * @param user id or email address
 * @returns null where the organization has no such user
 */
export async function findUserRoles(
  users: Pick<UserStore, 'find' | 'findByEmail'>,
  organizationId: string,
  user: string,
): Promise<string[] | null> {
  const found = ID.test(user)
    ? await users.find(user)
    : await users.findByEmail(organizationId, emailAddressToFind(user));
  return found?.organizationId === organizationId ? found.roles : null;
}

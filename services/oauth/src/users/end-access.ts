import type { AccessStore } from '../grants/access-store.ts';
import type { PasswordLinkStore } from './password-link-store.ts';
import type { UserStore } from './user-store.ts';

export type EndAccessDependencies = {
  users: UserStore;
  access: AccessStore;
  passwordLinks: PasswordLinkStore;
};

/**
 * Ends all that a user has: browser sessions, tokens, codes and links to set a password. The
 * transaction must have locked the user, so that no grant is added meanwhile.
 */
export async function endAccess(
  { users, access, passwordLinks }: EndAccessDependencies,
  userId: string,
): Promise<void> {
  await users.endSessions(userId);
  await access.revokeAll(userId);
  await passwordLinks.removeOf(userId);
}

import type { NewUser, PasswordLinkRecord, UserRecord } from '@app-platform/contracts';
import type { AuditedRequest } from '@app-platform/http-api';
import { type CreateAccountDependencies, createAccount } from '../accounts/create-account.ts';
import { type Administrator, requireHeld, requireOwn } from './administrator.ts';
import { createPasswordLink, type PasswordLinkDependencies } from './password-links.ts';

export type UserApiDependencies = PasswordLinkDependencies & CreateAccountDependencies;

export type CreatedUser = { user: UserRecord; link: PasswordLinkRecord | undefined };

/**
 * Creates a user, who is invited where no password is given.
 * @throws AppError `forbidden` for a role that the administrator does not hold, `duplicate`
 */
export async function createUser(
  dependencies: UserApiDependencies,
  administrator: Administrator,
  { organizationId, ...newUser }: NewUser & { organizationId: string },
  context: AuditedRequest,
): Promise<CreatedUser> {
  requireHeld(administrator, newUser.roles);
  const { actor } = administrator;
  const request = { ...newUser, organizationId };
  const { id } = await createAccount(dependencies, request, { actor, context, mayInvite: true });
  const link =
    newUser.password === undefined
      ? await createPasswordLink(dependencies, { administrator, id, context })
      : undefined;
  const user = await dependencies.users.find(id);
  requireOwn(administrator, user);
  return { user, link };
}

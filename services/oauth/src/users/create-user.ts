import {
  type NewUser,
  type PasswordLinkRecord,
  problem,
  type UserRecord,
} from '@app-platform/contracts';
import { AppError, type AuditedRequest } from '@app-platform/http-api';
import { type CreateAccountDependencies, createAccount } from '../accounts/create-account.ts';
import { type Administrator, requireHeld, requireOwn } from './administrator.ts';
import { createPasswordLink, type PasswordLinkDependencies } from './password-links.ts';

export type UserApiDependencies = PasswordLinkDependencies & CreateAccountDependencies;

export type CreatedUser = { user: UserRecord; link: PasswordLinkRecord | undefined };

/**
 * Creates a user, who is invited where no password is given. Only the operator says who somebody is at
 * an upstream provider: the subject could be somebody of another organization.
 * @throws AppError `forbidden` for a role that the administrator does not hold, `duplicate`,
 *   `signs_in_upstream`
 */
export async function createUser(
  dependencies: UserApiDependencies,
  administrator: Administrator,
  { organizationId, ...newUser }: NewUser & { organizationId: string },
  context: AuditedRequest,
): Promise<CreatedUser> {
  requireHeld(administrator, newUser.roles);
  if (dependencies.upstream) {
    const detail =
      'Users sign in at the upstream provider. Ask the operator, who creates them with their subject there.';
    throw new AppError(problem('signs_in_upstream', detail));
  }
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

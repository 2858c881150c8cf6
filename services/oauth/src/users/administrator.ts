import { holdsRole, problem, type UserRecord } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Actor } from '../audit/audit-store.ts';

/** Who administers users. The operator does it in every organization, and may grant every role. */
export type Administrator = {
  actor: Actor;
  /** Left out for the operator. */
  bounds?: { organizationId: string; roles: readonly string[] };
};

/** @throws AppError `not_found` for an unknown user, and for one of another organization */
export function requireOwn(
  { bounds }: Administrator,
  user: UserRecord | undefined,
): asserts user is UserRecord {
  if (user && (!bounds || user.organizationId === bounds.organizationId)) return;
  throw new AppError(problem('not_found', 'There is no such user in the organization.'));
}

/**
 * Nobody grants a role that they do not hold.
 * @throws AppError `forbidden` that names the roles
 */
export function requireHeld({ bounds }: Administrator, granted: readonly string[]): void {
  const missing = missingRoles(bounds?.roles, granted);
  if (missing.length === 0) return;
  const detail = `You can grant only roles that you hold: not ${missing.join(', ')}.`;
  throw new AppError(
    problem('forbidden', detail, { pointer: '/roles' }, { missingRoles: missing }),
  );
}

/**
 * An administrator can sign in with a password that they set. It must not give them more roles.
 * @throws AppError `forbidden`
 */
export function requireNoMoreRoles({ bounds }: Administrator, { roles }: UserRecord): void {
  const missing = missingRoles(bounds?.roles, roles);
  if (missing.length === 0) return;
  const detail = `The user holds roles that you do not: ${missing.join(', ')}. Ask somebody who holds them to set the password.`;
  throw new AppError(problem('forbidden', detail, undefined, { missingRoles: missing }));
}

function missingRoles(held: readonly string[] | undefined, roles: readonly string[]): string[] {
  return held ? roles.filter((role) => !holdsRole(held, role)) : [];
}

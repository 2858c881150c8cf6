import type { AppLimit, RoleCeilings } from './registry-internal-api.ts';
import { holdsRole } from './roles.ts';

/** Of an app that is not installed. */
export const noCeilings: RoleCeilings = { declared: null, allowed: null };

/** Whether each ceiling allows a role. */
export function isBelowCeilings({ declared, allowed }: RoleCeilings, role: string): boolean {
  return [declared, allowed].every((ceiling) => ceiling === null || holdsRole(ceiling, role));
}

/** Whether a user is named by the limit of an installed app, or holds one of its roles. */
export function mayUse(
  { id, roles }: { id: string; roles: readonly string[] },
  limit: AppLimit | null | undefined,
): boolean {
  if (!limit) return true;
  return limit.users.includes(id) || limit.roles.some((role) => holdsRole(roles, role));
}

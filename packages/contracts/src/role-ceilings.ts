import type { RoleCeilings } from './registry-internal-api.ts';
import { holdsRole } from './roles.ts';

/** Of an app that is not installed. */
export const noCeilings: RoleCeilings = { declared: null, allowed: null };

/** Whether each ceiling allows a role. */
export function isBelowCeilings({ declared, allowed }: RoleCeilings, role: string): boolean {
  return [declared, allowed].every((ceiling) => ceiling === null || holdsRole(ceiling, role));
}

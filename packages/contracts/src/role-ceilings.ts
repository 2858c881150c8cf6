import { holdsRole } from './roles.ts';

/**
 * The most that tokens of an installation may have, beside what the user holds. null allows any role.
 * A ceiling grants nothing.
 */
export type RoleCeilings = {
  /** By the definition of the installed version. */
  declared: string[] | null;
  /** By the administrator who installed the app. */
  allowed: string[] | null;
};

/** Of an app that is not installed. */
export const noCeilings: RoleCeilings = { declared: null, allowed: null };

/** Whether each ceiling allows a role. */
export function isBelowCeilings({ declared, allowed }: RoleCeilings, role: string): boolean {
  return [declared, allowed].every((ceiling) => ceiling === null || holdsRole(ceiling, role));
}

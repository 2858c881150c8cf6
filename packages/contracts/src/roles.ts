/**
 * Roles are dotted and hierarchical: holding `org.admin` satisfies `org.admin.apps`.
 * The scopes of an access token are roles too.
 */
export const roles = {
  /** Register, update and install apps. */
  apps: 'org.admin.apps',
  /** With `org.admin.apps`: generate client secrets. */
  appPermissions: 'org.permission.apps',
  /** Create, list and revoke the organization's API keys. */
  apiKeys: 'org.admin.api_keys',
  /** Administer the organization's users, their roles and what apps may do for them. */
  users: 'org.admin.users',
  /** Read the organization's audit events. */
  audit: 'org.admin.audit',
} as const;

/** Read apps, installations and attributes: either role that manages them. */
export const readApps: RoleRequirement = { any: [roles.apps, roles.appPermissions] };

/** `org` and up to seven lower-case words, joined with dots. */
export const rolePattern = '^org(\\.[a-z][a-z0-9_]{0,63}){0,7}$';

/** Every role of `all`, or at least one of `any`, of which the last allows the least. */
export type RoleRequirement = { all: readonly string[] } | { any: readonly string[] };

/** Whether a set of held roles satisfies one required role. */
export function holdsRole(held: readonly string[], required: string): boolean {
  return held.some((role) => role === required || required.startsWith(`${role}.`));
}

/** The roles that are missing; empty when the requirement is met. */
export function missingRoles(held: readonly string[], requirement: RoleRequirement): string[] {
  if ('all' in requirement) return requirement.all.filter((role) => !holdsRole(held, role));
  return requirement.any.some((role) => holdsRole(held, role)) ? [] : [...requirement.any];
}

/** Roles for the app itself, or for each app by its name. */
export type RoleChoice = string[] | { [app: string]: string[] };

/**
 * Roles are dotted and hierarchical: holding `org.admin` satisfies `org.admin.apps`.
 * The scopes of an access token are roles too.
 */
export const roles = {
  apps: 'org.admin.apps',
  appPermissions: 'org.permission.apps',
  apiKeys: 'org.admin.api_keys',
  users: 'org.admin.users',
  audit: 'org.admin.audit',
} as const;

export type Role = (typeof roles)[keyof typeof roles];

/** The roles that include many others, the widest first. Most apps have no use for one. */
export const wideRoles = ['org', 'org.admin', 'org.permission'] as const;

/** What each role allows. */
export const roleDescriptions: Readonly<Record<Role, string>> = {
  [roles.apps]: 'Register, update and install apps',
  [roles.appPermissions]: 'Read apps and attributes, and with org.admin.apps make client secrets',
  [roles.apiKeys]: 'Create, list and revoke API keys',
  [roles.users]: 'Administer users, their roles and what apps may do for them',
  [roles.audit]: 'Read the audit log',
};

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

/** The roles that satisfy a required role: itself, and those that include it. */
export function rolesSatisfying(required: string): string[] {
  const words = required.split('.');
  return words.map((_word, index) => words.slice(0, index + 1).join('.'));
}

/** The roles that are missing; empty when the requirement is met. */
export function missingRoles(held: readonly string[], requirement: RoleRequirement): string[] {
  if ('all' in requirement) return requirement.all.filter((role) => !holdsRole(held, role));
  return requirement.any.some((role) => holdsRole(held, role)) ? [] : [...requirement.any];
}

/** Roles for the app itself, or for each app by its name. */
export type RoleChoice = string[] | { [app: string]: string[] };

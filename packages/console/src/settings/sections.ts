import { holdsRole, roles } from '@app-platform/contracts';

/** The sections of Settings by what they are about, in their order, and the roles that each needs one of. */
export const groups = {
  people: {
    users: { to: '/settings/users', roles: [roles.users] },
    grants: { to: '/settings/grants', roles: [roles.users] },
    requests: { to: '/settings/requests', roles: [roles.users, roles.apps] },
  },
  apps: {
    allowedApps: { to: '/settings/allowed-apps', roles: [roles.apps] },
    policy: { to: '/settings/policy', roles: [roles.users] },
    webhooks: { to: '/settings/webhooks', roles: [roles.apps] },
  },
  organization: {
    security: { to: '/settings/security', roles: [roles.users, roles.apiKeys] },
    apiKeys: { to: '/settings/api-keys', roles: [roles.apiKeys] },
    audit: { to: '/settings/audit', roles: [roles.audit] },
  },
} as const;

export const sections = { ...groups.people, ...groups.apps, ...groups.organization };

export type Group = keyof typeof groups;
export type Section = keyof typeof sections;

/** Whether a person with these roles may see a section. */
export function isVisible(section: Section, held: readonly string[]): boolean {
  return sections[section].roles.some((role) => holdsRole(held, role));
}

/** The first section that a person with these roles may see. */
export function firstSectionOf(held: readonly string[]) {
  const names = Object.keys(sections) as Section[];
  return sections[names.find((name) => isVisible(name, held)) ?? 'users'];
}

import { holdsRole, roles } from '@app-platform/contracts';

/** The sections of Settings in their order, and the roles that each needs one of. */
export const sections = {
  apiKeys: { to: '/settings/api-keys', roles: [roles.apiKeys] },
  users: { to: '/settings/users', roles: [roles.users] },
  grants: { to: '/settings/grants', roles: [roles.users] },
  webhooks: { to: '/settings/webhooks', roles: [roles.apps] },
  requests: { to: '/settings/requests', roles: [roles.users, roles.apps] },
  audit: { to: '/settings/audit', roles: [roles.audit] },
  policy: { to: '/settings/policy', roles: [roles.users] },
} as const;

export type Section = keyof typeof sections;

/** The first section that a person with these roles may see. */
export function firstSectionOf(held: readonly string[]) {
  const isSeen = (section: { roles: readonly string[] }) =>
    section.roles.some((role) => holdsRole(held, role));
  return Object.values(sections).find(isSeen) ?? sections.apiKeys;
}

import { roles } from '@app-platform/contracts';
import { settingsTexts } from '../texts/settings.ts';

/** The sections of Settings in their order, and the roles that each needs one of. */
export const sections = {
  apiKeys: {
    to: '/settings/api-keys',
    roles: [roles.apiKeys],
    title: settingsTexts.sections.apiKeys,
  },
  users: { to: '/settings/users', roles: [roles.users], title: settingsTexts.sections.users },
  grants: { to: '/settings/grants', roles: [roles.users], title: settingsTexts.sections.grants },
  requests: {
    to: '/settings/requests',
    roles: [roles.users, roles.apps],
    title: settingsTexts.sections.requests,
  },
  audit: { to: '/settings/audit', roles: [roles.audit], title: settingsTexts.sections.audit },
  policy: { to: '/settings/policy', roles: [roles.users], title: settingsTexts.sections.policy },
} as const;

export type Section = keyof typeof sections;

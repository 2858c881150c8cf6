import { roles } from '@app-platform/contracts';

/**
 * The roles that pages need, and those above them: nobody gives a user a role that the own token does not
 * have. The OAuth service grants those that the person holds.
 */
export const SCOPES = [
  'org.admin',
  'org.permission',
  roles.apps,
  roles.appPermissions,
  roles.apiKeys,
  roles.users,
  roles.audit,
] as const;

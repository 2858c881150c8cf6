import { roles } from '@app-platform/contracts';

/** Every role that some page needs. The OAuth service grants those that the person holds. */
export const SCOPES = [
  roles.apps,
  roles.appPermissions,
  roles.apiKeys,
  roles.users,
  roles.audit,
] as const;

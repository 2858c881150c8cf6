import type { AppLimit } from '@app-platform/contracts';

/** Columns of an installation `i`: who may use the app; both null for everybody. */
export const limitColumns = 'i.limited_users AS "limitedUsers", i.limited_roles AS "limitedRoles"';

export const limitRow = { limitedUsers: 'text[]?', limitedRoles: 'text[]?' } as const;

export type StoredLimit = { limitedUsers: string[] | null; limitedRoles: string[] | null };

/** Null for no limit. */
export function limitOf({ limitedUsers, limitedRoles }: StoredLimit): AppLimit | null {
  const limit = { users: limitedUsers ?? [], roles: limitedRoles ?? [] };
  return limit.users.length + limit.roles.length > 0 ? limit : null;
}

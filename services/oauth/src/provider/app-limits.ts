import { type AppLimit, holdsRole } from '@app-platform/contracts';
import { errors } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

type Limited = AppLimit | null | undefined;

/** Whether a user is named by the limit of an installed app, or holds one of its roles. */
export function mayUse({ id, roles }: Pick<Account, 'id' | 'roles'>, limit: Limited): boolean {
  if (!limit) return true;
  return limit.users.includes(id) || limit.roles.some((role) => holdsRole(roles, role));
}

/** An administrator limits the app to other users. */
export class OutsideLimit extends errors.InvalidClient {
  readonly limit: AppLimit;
  readonly organizationId: string;

  constructor(limit: AppLimit, organizationId: string) {
    super('an administrator has limited the app to other users');
    this.limit = limit;
    this.organizationId = organizationId;
  }
}

/**
 * @param route of oidc-provider
 * @throws OutsideLimit (400), which is shown on a page; InvalidGrant to the app that asks for tokens
 */
export function refuseOutsider(
  route: string | undefined,
  account: Pick<Account, 'id' | 'roles' | 'organizationId'>,
  limit: Limited,
): void {
  if (!limit || mayUse(account, limit)) return;
  if (route === 'token') {
    throw new errors.InvalidGrant('an administrator has limited the app to other users');
  }
  throw new OutsideLimit(limit, account.organizationId);
}

import { type AppLimit, mayUse } from '@app-platform/contracts';
import { errors } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

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
  limit: AppLimit | null | undefined,
): void {
  if (!limit || mayUse(account, limit)) return;
  if (route === 'token') {
    throw new errors.InvalidGrant('an administrator has limited the app to other users');
  }
  throw new OutsideLimit(limit, account.organizationId);
}

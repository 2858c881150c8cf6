import type { Account as ProviderAccount } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

/** The account of a request, as oidc-provider sees it. */
export type PlatformAccount = ProviderAccount &
  Pick<Account, 'roles' | 'rolesVersion' | 'organizationId'> & {
    /** When the organization installed the request's app. */
    installedSince: Date | undefined;
  };

export function platformAccount(
  { id, roles, rolesVersion, organizationId }: Account,
  installedSince: Date | undefined,
): PlatformAccount {
  const claims = () => ({ sub: id });
  return { accountId: id, roles, rolesVersion, organizationId, installedSince, claims };
}

/** The account of a request, if it is known. */
export function accountOf(account: ProviderAccount | undefined): PlatformAccount | undefined {
  return account as PlatformAccount | undefined;
}

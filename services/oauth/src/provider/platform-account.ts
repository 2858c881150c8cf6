import type { Account as ProviderAccount } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

/** An account as oidc-provider carries it through a request. */
export type PlatformAccount = ProviderAccount &
  Pick<Account, 'roles' | 'organizationId'> & {
    /** Since when the organization has the request's app installed. */
    installedSince: Date | undefined;
  };

export function platformAccount(
  { id, roles, organizationId }: Account,
  installedSince: Date | undefined,
): PlatformAccount {
  return { accountId: id, roles, organizationId, installedSince, claims: () => ({ sub: id }) };
}

/** The account of a request, once it is known. */
export function accountOf(account: ProviderAccount | undefined): PlatformAccount | undefined {
  return account as PlatformAccount | undefined;
}

import type { Account as ProviderAccount } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';

/** An account as oidc-provider carries it through a request. */
export type PlatformAccount = ProviderAccount & Pick<Account, 'roles' | 'organizationId'>;

export function platformAccount({ id, roles, organizationId }: Account): PlatformAccount {
  return { accountId: id, roles, organizationId, claims: () => ({ sub: id }) };
}

/** The account of a request, once it is known. */
export function accountOf(account: ProviderAccount | undefined): PlatformAccount | undefined {
  return account as PlatformAccount | undefined;
}

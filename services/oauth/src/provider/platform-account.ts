import { noCeilings, type RoleCeilings } from '@app-platform/contracts';
import type { Account as ProviderAccount } from 'oidc-provider';
import type { Account } from '../accounts/account-store.ts';
import type { ClientInstallation } from './client-adapter.ts';

/** Of a request without a client. */
const noInstallation: ClientInstallation = { installedSince: undefined, ceilings: noCeilings };

/** The account of a request, as oidc-provider sees it. */
export type PlatformAccount = ProviderAccount &
  Pick<Account, 'roles' | 'rolesVersion' | 'organizationId'> & {
    /** When the organization installed the request's app. */
    installedSince: Date | undefined;
    /** Of that installation. */
    ceilings: RoleCeilings;
  };

export function platformAccount(
  { id, roles, rolesVersion, organizationId }: Account,
  { installedSince, ceilings }: ClientInstallation = noInstallation,
): PlatformAccount {
  const claims = () => ({ sub: id });
  return { accountId: id, roles, rolesVersion, organizationId, installedSince, ceilings, claims };
}

/** The account of a request, if it is known. */
export function accountOf(account: ProviderAccount | undefined): PlatformAccount | undefined {
  return account as PlatformAccount | undefined;
}

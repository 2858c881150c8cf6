import type { Clock } from '@app-platform/runtime';
import { IdempotentAnswerStore } from '@app-platform/runtime/database';
import { AccountStore } from './accounts/account-store.ts';
import { AuditStore } from './audit/audit-store.ts';
import { ConsentRequestStore } from './consent-requests/consent-request-store.ts';
import type { DatabaseAccess } from './database/database.ts';
import { AccessStore } from './grants/access-store.ts';
import { ConsentStore } from './grants/consent-store.ts';
import { EndedGrantsStore } from './grants/ended-grants-store.ts';
import { EndedUserStore } from './grants/ended-user-store.ts';
import { OrganizationGrantStore } from './grants/organization-grant-store.ts';
import { RevocationStore } from './grants/revocation-store.ts';
import { type KeyCipher, SigningKeyStore } from './keys/signing-key-store.ts';
import { OrganizationRowStore } from './organizations/organization-row-store.ts';
import { SettingsStore } from './organizations/settings-store.ts';
import { RefusedRequestStore } from './refused-requests/refused-request-store.ts';
import { ProviderRecordStore } from './storage/provider-record-store.ts';
import { activityStore } from './usage/activity-store.ts';
import { usageStore } from './usage/usage-store.ts';
import { PasswordLinkStore } from './users/password-link-store.ts';
import { UserStore } from './users/user-store.ts';

export type StoreOptions = {
  /** Encrypts the private keys. */
  keyEncryption: KeyCipher;
  clock: Clock;
  /** How long used refresh tokens are kept, to detect their reuse. */
  usedRefreshTokenDays?: number;
};

/** Every store that takes part in a transaction. A room declares those that it needs. */
export type Stores = ReturnType<typeof storesOn>;

export function storesOn(access: DatabaseAccess, options: StoreOptions) {
  const { keyEncryption, clock, usedRefreshTokenDays } = options;
  return {
    accounts: new AccountStore(access),
    activity: activityStore(access.statements),
    audit: new AuditStore(access),
    access: new AccessStore(access, usedRefreshTokenDays),
    consentRequests: new ConsentRequestStore(access),
    consents: new ConsentStore(access),
    endedGrants: new EndedGrantsStore(access),
    endedUsers: new EndedUserStore(access),
    idempotentAnswers: new IdempotentAnswerStore(access),
    grants: new OrganizationGrantStore(access),
    organizationRows: new OrganizationRowStore(access),
    passwordLinks: new PasswordLinkStore(access),
    records: new ProviderRecordStore(access, usedRefreshTokenDays),
    refusedRequests: new RefusedRequestStore(access),
    revocations: new RevocationStore(access, clock),
    settings: new SettingsStore(access),
    signingKeys: new SigningKeyStore(access, keyEncryption),
    usage: usageStore(access.statements),
    users: new UserStore(access),
  };
}

import type { Clock } from '@app-platform/runtime';
import { IdempotentAnswerStore } from '@app-platform/runtime/database';
import { AccountStore } from './accounts/account-store.ts';
import { AuditStore } from './audit/audit-store.ts';
import { ConsentRequestStore } from './consent-requests/consent-request-store.ts';
import type { Database } from './database/database.ts';
import { AccessStore } from './grants/access-store.ts';
import { ConsentStore } from './grants/consent-store.ts';
import { OrganizationGrantStore } from './grants/organization-grant-store.ts';
import { RevocationStore } from './grants/revocation-store.ts';
import { type KeyCipher, SigningKeyStore } from './keys/signing-key-store.ts';
import { SettingsStore } from './organizations/settings-store.ts';
import { RefusedRequestStore } from './refused-requests/refused-request-store.ts';
import { ProviderRecordStore } from './storage/provider-record-store.ts';
import { TokenStore } from './token-fast-path/token-store.ts';
import { PasswordLinkStore } from './users/password-link-store.ts';
import { UserStore } from './users/user-store.ts';

export type StoreOptions = {
  database: Database;
  keyEncryption: KeyCipher;
  clock: Clock;
  /** How long used refresh tokens are kept, to detect their reuse. */
  usedRefreshTokenDays?: number;
};

/** The stores of the service's database. */
export type Stores = ReturnType<typeof createStores>;

export function createStores(options: StoreOptions) {
  const { database, keyEncryption, clock, usedRefreshTokenDays } = options;
  const audit = new AuditStore(database);
  const revocations = new RevocationStore(database, clock);
  return {
    accounts: new AccountStore(database),
    audit,
    access: new AccessStore(database, revocations, audit, clock, usedRefreshTokenDays),
    consentRequests: new ConsentRequestStore(database),
    consents: new ConsentStore(database),
    idempotentAnswers: new IdempotentAnswerStore(database),
    grants: new OrganizationGrantStore(database),
    keyStore: new SigningKeyStore(database, keyEncryption),
    passwordLinks: new PasswordLinkStore(database),
    records: new ProviderRecordStore(database, usedRefreshTokenDays),
    refusedRequests: new RefusedRequestStore(database),
    revocations,
    settings: new SettingsStore(database),
    tokenStore: new TokenStore(database, clock, usedRefreshTokenDays),
    users: new UserStore(database),
  };
}

import type { AuditedRequest } from '@app-platform/service-kit';
import type { AccountStore } from '../accounts/account-store.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import type { ProviderRecordStore } from '../storage/provider-record-store.ts';
import { grantDigest } from './grant-digest.ts';
import type { RevocationStore } from './revocation-store.ts';

/** The request in which a grant ends, and why it does. */
export type RevocationCause = {
  reason: 'code_reused' | 'refresh_token_reused' | 'revoked_by_client';
  clientId: string;
  context: AuditedRequest;
};

export type GrantRevokerOptions = {
  records: ProviderRecordStore;
  revocations: RevocationStore;
  accounts: AccountStore;
  audit: AuditStore;
  /** oidc-provider calls from within a request and tells nothing of it. */
  causeOf(): RevocationCause;
};

/** Ends a grant: its codes and refresh tokens, and through the feed its access tokens. */
export class GrantRevoker {
  readonly #options: GrantRevokerOptions;

  constructor(options: GrantRevokerOptions) {
    this.#options = options;
  }

  /** oidc-provider asks once for each kind of a grant's records; the first time counts. */
  async revoke(grantId: string): Promise<void> {
    const { records, revocations, accounts, audit, causeOf } = this.#options;
    const digest = grantDigest(grantId);
    await revocations.addGrants([digest]);
    const accountId = await records.removeByGrant(grantId);
    if (accountId === undefined) return;
    const account = await accounts.find(accountId);
    const { reason, clientId, context } = causeOf();
    await audit.record({
      actor: { kind: 'client', id: clientId },
      action: 'grant.revoked',
      subject: digest,
      organizationId: account?.organizationId ?? null,
      context,
      detail: { reason, accountId },
    });
  }
}

import type { AuditedRequest } from '@app-platform/http-api';
import type { AccountStore } from '../accounts/account-store.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import { grantDigest } from '../database/record-digest.ts';
import type { ProviderRecordStore } from '../storage/provider-record-store.ts';
import type { RevocationStore } from './revocation-store.ts';

/** The request that revokes a grant, and the reason. */
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
  /** The cause in the current request, which oidc-provider does not pass on. */
  causeOf(): RevocationCause;
};

/** Revokes a grant: its codes and refresh tokens, and its access tokens through the feed. */
export class GrantRevoker {
  readonly #options: GrantRevokerOptions;

  constructor(options: GrantRevokerOptions) {
    this.#options = options;
  }

  /** oidc-provider calls it once for each kind of record. Only the first call finds records to audit. */
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

import type { AuditedRequest } from '@app-platform/http-api';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { ConsentPolicy, SettingsStores } from './settings-store.ts';

export type ConsentPolicyDatabase = Database<SettingsStores & AuditStores>;

/** Changes who consents to an app. What was granted before stays. */
export function changeConsentPolicy(
  database: ConsentPolicyDatabase,
  { organizationId, actor }: { organizationId: string; actor: Actor },
  consentPolicy: ConsentPolicy,
  context: AuditedRequest,
): Promise<void> {
  return database.transaction(async ({ settings, audit }) => {
    await settings.setConsentPolicy(organizationId, consentPolicy);
    await audit.record({
      ...{ actor, organizationId, context },
      action: 'organization.consent_policy_changed',
      subject: organizationId,
      detail: { consentPolicy },
    });
  });
}

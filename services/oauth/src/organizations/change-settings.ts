import type { OauthAuditAction } from '@app-platform/contracts/audit-actions';
import type { AuditedRequest } from '@app-platform/http-api';
import type { Actor, AuditStores } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import type { OrganizationSettings, SettingsStores } from './settings-store.ts';

export type SettingsDatabase = Database<SettingsStores & AuditStores>;

const actions: Record<keyof OrganizationSettings, OauthAuditAction> = {
  assistants: 'organization.assistants_changed',
  consentPolicy: 'organization.consent_policy_changed',
  requestMails: 'organization.request_mails_changed',
};
const names = Object.keys(actions) as (keyof OrganizationSettings)[];

/** Changes the given settings of an organization. What users granted before stays. */
export function changeSettings(
  database: SettingsDatabase,
  { organizationId, actor }: { organizationId: string; actor: Actor },
  change: Partial<OrganizationSettings>,
  context: AuditedRequest,
): Promise<OrganizationSettings> {
  return database.transaction(async ({ settings, audit }) => {
    const changed = await settings.change(organizationId, change);
    for (const name of names.filter((one) => change[one] !== undefined)) {
      await audit.record({
        ...{ actor, organizationId, context },
        action: actions[name],
        subject: organizationId,
        detail: { [name]: change[name] },
      });
    }
    return changed;
  });
}

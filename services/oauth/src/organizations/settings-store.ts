import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** Who consents to an app: each user, or an administrator for them. */
export const consentPolicies = ['user', 'administrator'] as const;
export type ConsentPolicy = (typeof consentPolicies)[number];

const FIND_POLICY = defineStatement({
  name: 'find-consent-policy',
  text: 'SELECT consent_policy AS "consentPolicy" FROM organization_settings WHERE organization_id = $1',
  parameters: { organizationId: 'text' },
  row: { consentPolicy: 'text' },
});

const PUT_POLICY = defineStatement({
  name: 'put-consent-policy',
  text: `
    INSERT INTO organization_settings (organization_id, consent_policy) VALUES ($1, $2)
    ON CONFLICT (organization_id) DO UPDATE SET consent_policy = EXCLUDED.consent_policy`,
  parameters: { organizationId: 'text', consentPolicy: 'text' },
  row: {},
});

export type SettingsStores = { settings: SettingsStore };

/** What administrators have decided for their organization. */
export class SettingsStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  async consentPolicy(organizationId: string): Promise<ConsentPolicy> {
    const [found] = await this.#database.statements.rows(FIND_POLICY, { organizationId });
    return (found?.consentPolicy as ConsentPolicy | undefined) ?? 'user';
  }

  async setConsentPolicy(organizationId: string, consentPolicy: ConsentPolicy): Promise<void> {
    await this.#database.statements.rows(PUT_POLICY, { organizationId, consentPolicy });
  }
}

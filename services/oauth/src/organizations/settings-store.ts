import type { DatabaseAccess } from '../database/database.ts';

/** Who consents to an app: each user, or an administrator for them. */
export const consentPolicies = ['user', 'administrator'] as const;
export type ConsentPolicy = (typeof consentPolicies)[number];

export type SettingsStores = { settings: SettingsStore };

/** What administrators have decided for their organization. */
export class SettingsStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  async consentPolicy(organizationId: string): Promise<ConsentPolicy> {
    const found = await this.#database.client.organizationSettings.findUnique({
      where: { organizationId },
    });
    return (found?.consentPolicy as ConsentPolicy | undefined) ?? 'user';
  }

  async setConsentPolicy(organizationId: string, consentPolicy: ConsentPolicy): Promise<void> {
    await this.#database.client.organizationSettings.upsert({
      where: { organizationId },
      create: { organizationId, consentPolicy },
      update: { consentPolicy },
      select: { organizationId: true },
    });
  }
}

import { type AssistantPolicy, DEFAULT_ASSISTANT_POLICY } from '@app-platform/contracts';
import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

/** Who consents to an app: each user, or an administrator for them. */
export const consentPolicies = ['user', 'administrator'] as const;
type ConsentPolicy = (typeof consentPolicies)[number];

/** Whether administrators get mails about requests of users. */
export const requestMailPolicies = ['on', 'off'] as const;
type RequestMailPolicy = (typeof requestMailPolicies)[number];

/** What administrators have decided for their organization. */
export type OrganizationSettings = {
  consentPolicy: ConsentPolicy;
  /** What assistants may do at the registry's MCP server. */
  assistants: AssistantPolicy;
  requestMails: RequestMailPolicy;
};

const defaults: OrganizationSettings = {
  consentPolicy: 'user',
  assistants: DEFAULT_ASSISTANT_POLICY,
  requestMails: 'on',
};

const columns = 'consent_policy AS "consentPolicy", assistants, request_mails AS "requestMails"';
const row = { consentPolicy: 'text', assistants: 'text', requestMails: 'text' } as const;

const FIND_SETTINGS = defineStatement({
  name: 'find-organization-settings',
  text: `SELECT ${columns} FROM organization_settings WHERE organization_id = $1`,
  parameters: { organizationId: 'text' },
  row,
});

const CHANGE_SETTINGS = defineStatement({
  name: 'change-organization-settings',
  text: `
    INSERT INTO organization_settings AS s
      (organization_id, consent_policy, assistants, request_mails)
    VALUES ($1, coalesce($2, '${defaults.consentPolicy}'), coalesce($3, '${defaults.assistants}'),
      coalesce($4, '${defaults.requestMails}'))
    ON CONFLICT (organization_id) DO UPDATE
    SET consent_policy = coalesce($2, s.consent_policy), assistants = coalesce($3, s.assistants),
      request_mails = coalesce($4, s.request_mails)
    RETURNING ${columns}`,
  parameters: {
    organizationId: 'text',
    consentPolicy: 'text?',
    assistants: 'text?',
    requestMails: 'text?',
  },
  row,
});

export type SettingsStores = { settings: SettingsStore };

export class SettingsStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  async find(organizationId: string): Promise<OrganizationSettings> {
    const [found] = await this.#database.statements.rows(FIND_SETTINGS, { organizationId });
    return (found as OrganizationSettings | undefined) ?? defaults;
  }

  /** @param change leaves the other settings as they are */
  async change(
    organizationId: string,
    { consentPolicy = null, assistants = null, requestMails = null }: Changed,
  ): Promise<OrganizationSettings> {
    const values = { organizationId, consentPolicy, assistants, requestMails };
    const [changed] = await this.#database.statements.rows(CHANGE_SETTINGS, values);
    return (changed as OrganizationSettings | undefined) ?? defaults;
  }
}

type Changed = { [Name in keyof OrganizationSettings]?: OrganizationSettings[Name] | null };

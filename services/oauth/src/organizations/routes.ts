import { roles } from '@app-platform/contracts';
import { defineRoute, type Route, schemaContract } from '@app-platform/http-api';
import { type ApiCaller, actorOf } from '../api/api-caller.ts';
import type { AuditStore } from '../audit/audit-store.ts';
import type { Database } from '../database/database.ts';
import { consentPolicySchema } from './organization-schemas.ts';
import type { ConsentPolicy, SettingsStore } from './settings-store.ts';

export type OrganizationRouteDependencies = {
  database: Database;
  settings: SettingsStore;
  audit: AuditStore;
};

type Settings = { consentPolicy: ConsentPolicy };

const settingsContract = schemaContract<Settings>({
  type: 'object',
  properties: { consentPolicy: consentPolicySchema },
  required: ['consentPolicy'],
  additionalProperties: false,
});

const access = { all: [roles.users] };
const path = '/v1/organization';

/** What the administrators of an organization decide about consent. */
export function organizationRoutes(
  dependencies: OrganizationRouteDependencies,
): Route<ApiCaller>[] {
  return [read(dependencies), change(dependencies)];
}

function read({ settings }: OrganizationRouteDependencies) {
  return defineRoute<ApiCaller, undefined>({
    method: 'get',
    path,
    operationId: 'readOrganization',
    summary: "The organization's settings",
    access,
    credentials: 'administration',
    responses: { 200: { description: 'The settings.', schema: 'OrganizationAnswer' } },
    handle: async ({ principal: { organizationId } }) => {
      const consentPolicy = await settings.consentPolicy(organizationId);
      return settingsAnswer(organizationId, { consentPolicy });
    },
  });
}

function change({ database, settings, audit }: OrganizationRouteDependencies) {
  return defineRoute<ApiCaller, Settings>({
    method: 'patch',
    path,
    operationId: 'changeOrganization',
    summary: "Change the organization's settings",
    access,
    credentials: 'administration',
    body: settingsContract,
    responses: { 200: { description: 'Changed.', schema: 'OrganizationAnswer' } },
    refusals: ['invalid_body'],
    handle: async ({ principal, body, context }) => {
      const { organizationId } = principal;
      const action = 'organization.consent_policy_changed';
      await database.transaction(async () => {
        await settings.setConsentPolicy(organizationId, body.consentPolicy);
        await audit.record({
          ...{ actor: actorOf(principal), action, organizationId, context },
          subject: organizationId,
          detail: body,
        });
      });
      return settingsAnswer(organizationId, body);
    },
  });
}

function settingsAnswer(id: string, attributes: Settings) {
  return { status: 200, body: { data: { type: 'organization', id, attributes } } };
}

import { assistantPolicies, roles } from '@app-platform/contracts';
import type { Route } from '@app-platform/http-api';
import { choice, component, record, response } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { type ApiCaller, actorOf, defineRoute } from '../authentication/api-caller.ts';
import { changeSettings, type SettingsDatabase } from './change-settings.ts';
import {
  consentPolicies,
  type OrganizationSettings,
  requestMailPolicies,
} from './settings-store.ts';

export type OrganizationRouteDependencies = { database: SettingsDatabase };

const settings = {
  consentPolicy: choice(
    consentPolicies,
    'Who consents to an app: each `user`, or an `administrator`, whom users ask. What was granted before stays.',
  ),
  assistants: choice(
    assistantPolicies,
    "What assistants may do at the registry's MCP server: nothing (`off`), `read`, or change installations and attributes too (`write`). It counts everywhere within two seconds.",
  ),
  requestMails: choice(
    requestMailPolicies,
    'Whether administrators get a mail about what users request: apps to install, and apps to allow. Each app is mailed once a day at most, where the operator has set up a mail server.',
  ),
};
const SettingsChange = Type.Partial(Type.Object(settings), {
  additionalProperties: false,
  minProperties: 1,
});

const Organization = component('Organization', record('organization', Type.Object(settings)));
const OrganizationResponse = component('OrganizationResponse', response(Organization));

const access = { all: [roles.users] };
const path = '/v1/organization';

/** What the administrators of an organization decide about consent, assistants and mails. */
export function organizationRoutes(
  dependencies: OrganizationRouteDependencies,
): Route<ApiCaller>[] {
  return [read(dependencies), change(dependencies)];
}

function read({ database }: OrganizationRouteDependencies) {
  return defineRoute({
    method: 'get',
    path,
    operationId: 'readOrganization',
    summary: "The organization's settings",
    access,
    credentials: 'administration',
    responses: { 200: { description: 'The settings.', schema: OrganizationResponse } },
    handle: async ({ principal: { organizationId } }) => {
      const found = await database.settings.find(organizationId);
      return { status: 200, body: organizationResponse(organizationId, found) };
    },
  });
}

function change({ database }: OrganizationRouteDependencies) {
  return defineRoute({
    method: 'patch',
    path,
    operationId: 'changeOrganization',
    summary: "Change the organization's settings",
    description: 'Settings that are left out stay as they are.',
    access,
    credentials: 'administration',
    body: SettingsChange,
    responses: { 200: { description: 'Changed.', schema: OrganizationResponse } },
    refusals: ['invalid_body'],
    handle: async ({ principal, body, context }) => {
      const { organizationId } = principal;
      const administrator = { organizationId, actor: actorOf(principal) };
      const changed = await changeSettings(database, administrator, body, context);
      return { status: 200, body: organizationResponse(organizationId, changed) };
    },
  });
}

function organizationResponse(
  id: string,
  attributes: OrganizationSettings,
): Static<typeof OrganizationResponse> {
  return { data: { type: 'organization', id, attributes } };
}

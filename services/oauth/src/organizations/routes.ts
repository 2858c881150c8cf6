import { roles } from '@app-platform/contracts';
import type { Route } from '@app-platform/http-api';
import { choice, component, record, response } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import { type ApiCaller, actorOf, defineRoute } from '../authentication/api-caller.ts';
import { type ConsentPolicyDatabase, changeConsentPolicy } from './change-consent-policy.ts';
import { consentPolicies } from './settings-store.ts';

export type OrganizationRouteDependencies = { database: ConsentPolicyDatabase };

const settings = {
  consentPolicy: choice(
    consentPolicies,
    'Who consents to an app: each `user`, or an `administrator`, whom users ask. What was granted before stays.',
  ),
};
const Settings = Type.Object(settings, { additionalProperties: false });
type Settings = Static<typeof Settings>;

const Organization = component('Organization', record('organization', Type.Object(settings)));
const OrganizationResponse = component('OrganizationResponse', response(Organization));

const access = { all: [roles.users] };
const path = '/v1/organization';

/** What the administrators of an organization decide about consent. */
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
      const consentPolicy = await database.settings.consentPolicy(organizationId);
      return { status: 200, body: organizationResponse(organizationId, { consentPolicy }) };
    },
  });
}

function change({ database }: OrganizationRouteDependencies) {
  return defineRoute({
    method: 'patch',
    path,
    operationId: 'changeOrganization',
    summary: "Change the organization's settings",
    access,
    credentials: 'administration',
    body: Settings,
    responses: { 200: { description: 'Changed.', schema: OrganizationResponse } },
    refusals: ['invalid_body'],
    handle: async ({ principal, body, context }) => {
      const { organizationId } = principal;
      const administrator = { organizationId, actor: actorOf(principal) };
      await changeConsentPolicy(database, administrator, body.consentPolicy, context);
      return { status: 200, body: organizationResponse(organizationId, body) };
    },
  });
}

function organizationResponse(
  id: string,
  attributes: Settings,
): Static<typeof OrganizationResponse> {
  return { data: { type: 'organization', id, attributes } };
}

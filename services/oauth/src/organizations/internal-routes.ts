import {
  OrganizationPolicies,
  OrganizationRecords,
  OrganizationRemovalRequest,
  OrganizationRemovalResponse,
  organizationIdSchema,
  recordsCursor,
} from '@app-platform/contracts';
import { defineInternalRoute, internalRoles, parameter } from '@app-platform/http-api';
import type { Database } from '../database/database.ts';
import { type RemovalDependencies, removeOrganization } from './remove-organization.ts';
import type { SettingsStores } from './settings-store.ts';

/** For the registry, which deletes an organization. */
export function organizationRemovalRoute(dependencies: RemovalDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/organization-removals',
    operationId: 'removeOrganization',
    summary: 'Remove all rows of an organization but audit rows, in batches',
    access: { all: [internalRoles.service] },
    body: OrganizationRemovalRequest,
    responses: { 200: { description: 'What is left.', schema: OrganizationRemovalResponse } },
    handle: async ({ body, context }) => {
      return { status: 200, body: await removeOrganization(dependencies, body, context) };
    },
  });
}

/** For the registry, which asks at each call of an assistant, so that a change counts at once. */
export function organizationPoliciesRoute({ database }: { database: Database<SettingsStores> }) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/policies',
    operationId: 'readOrganizationPolicies',
    summary: 'What an organization lets assistants do',
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
    ],
    responses: { 200: { description: 'The policies.', schema: OrganizationPolicies } },
    handle: async ({ parameters: { organizationId } }) => {
      const { assistants } = await database.settings.find(organizationId);
      return { status: 200, body: { assistants } };
    },
  });
}

/** For the operator's export. */
export function organizationRecordsRoute({ database }: RemovalDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/records',
    operationId: 'exportOrganization',
    summary: 'The records of an organization, without secrets',
    access: { all: [internalRoles.operator] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
      parameter('after', 'query', recordsCursor, 'The `next` of the page before.'),
    ],
    responses: { 200: { description: 'A page.', schema: OrganizationRecords } },
    handle: async ({ parameters: { organizationId, after } }) => {
      return { status: 200, body: await database.organizationRows.readPage(organizationId, after) };
    },
  });
}

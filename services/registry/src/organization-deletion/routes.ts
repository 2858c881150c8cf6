import {
  OrganizationDeletionRecord,
  OrganizationRecords,
  recordsCursor,
} from '@app-platform/contracts';
import {
  defineInternalRoute,
  type InternalCaller,
  parameter,
  type Route,
} from '@app-platform/http-api';
import { operator, operatorAccess, organizationIdParameter } from '../authentication/operator.ts';
import {
  type DeletionDependencies,
  deleteOrganization,
  readDeletion,
} from './delete-organization.ts';
import type { OrganizationRowStore } from './organization-row-store.ts';

const PATH = '/internal/organizations/{organizationId}';

type Dependencies = DeletionDependencies & {
  database: { organizationRows: Pick<OrganizationRowStore, 'readPage'> };
};

/** Deleting an organization, and reading what is stored of it, for the operator. */
export function organizationDeletionRoutes(dependencies: Dependencies): Route<InternalCaller>[] {
  return [begin(dependencies), read(dependencies), records(dependencies)];
}

function begin(dependencies: DeletionDependencies) {
  return defineInternalRoute({
    method: 'put',
    path: `${PATH}/deletion`,
    operationId: 'deleteOrganization',
    summary: 'Delete a suspended organization with all its rows but audit rows',
    access: operatorAccess,
    invalidates: ['organization'],
    parameters: [organizationIdParameter],
    responses: {
      200: { description: 'How far it is.', schema: OrganizationDeletionRecord },
    },
    handle: async ({ parameters: { organizationId }, context }) => {
      const body = await deleteOrganization(dependencies, operator, organizationId, context);
      return { status: 200, body };
    },
  });
}

function read(dependencies: DeletionDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: `${PATH}/deletion`,
    operationId: 'readOrganizationDeletion',
    summary: 'How far the deletion of an organization is, and what it removed',
    access: operatorAccess,
    parameters: [organizationIdParameter],
    responses: {
      200: { description: 'How far it is.', schema: OrganizationDeletionRecord },
    },
    handle: async ({ parameters: { organizationId } }) => {
      return { status: 200, body: await readDeletion(dependencies, organizationId) };
    },
  });
}

function records({ database }: Dependencies) {
  return defineInternalRoute({
    method: 'get',
    path: `${PATH}/records`,
    operationId: 'exportOrganization',
    summary: 'The records of an organization, without secrets',
    access: operatorAccess,
    parameters: [
      organizationIdParameter,
      parameter('after', 'query', recordsCursor, 'The `next` of the page before.'),
    ],
    responses: { 200: { description: 'A page.', schema: OrganizationRecords } },
    handle: async ({ parameters: { organizationId, after } }) => {
      return { status: 200, body: await database.organizationRows.readPage(organizationId, after) };
    },
  });
}

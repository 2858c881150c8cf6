import { SuspendedOrganizationRecord, SuspendOrganizationRequest } from '@app-platform/contracts';
import { defineInternalRoute, type InternalCaller, type Route } from '@app-platform/http-api';
import { operator, operatorAccess, organizationIdParameter } from '../authentication/operator.ts';
import {
  resumeOrganization,
  type SuspensionDependencies,
  suspendOrganization,
} from './suspend-organization.ts';

const PATH = '/internal/organizations/{organizationId}/suspension';

/** Suspending an organization, for the operator. */
export function suspensionRoutes(dependencies: SuspensionDependencies): Route<InternalCaller>[] {
  return [suspend(dependencies), resume(dependencies)];
}

function suspend(dependencies: SuspensionDependencies) {
  return defineInternalRoute({
    method: 'put',
    path: PATH,
    operationId: 'suspendOrganization',
    summary:
      'Refuse the credentials, sign-ins and tokens of an organization, and hold its webhooks',
    access: operatorAccess,
    invalidates: ['organization'],
    parameters: [organizationIdParameter],
    body: SuspendOrganizationRequest,
    responses: { 200: { description: 'The suspension.', schema: SuspendedOrganizationRecord } },
    handle: async ({ parameters: { organizationId: id }, body: { reason }, context }) => {
      const suspension = { id, reason };
      const body = await suspendOrganization(dependencies, operator, suspension, context);
      return { status: 200, body };
    },
  });
}

function resume(dependencies: SuspensionDependencies) {
  return defineInternalRoute({
    method: 'delete',
    path: PATH,
    operationId: 'resumeOrganization',
    summary: 'End the suspension of an organization',
    access: operatorAccess,
    invalidates: ['organization'],
    parameters: [organizationIdParameter],
    responses: {
      200: {
        description: 'The organization without its suspension.',
        schema: SuspendedOrganizationRecord,
      },
    },
    handle: async ({ parameters: { organizationId: id }, context }) => {
      return { status: 200, body: await resumeOrganization(dependencies, operator, id, context) };
    },
  });
}

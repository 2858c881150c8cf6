import {
  clientIdSchema,
  GrantCount,
  GrantRevocationRequest,
  GrantRevocationResponse,
  organizationIdSchema,
  RevocationFeed,
} from '@app-platform/contracts';
import {
  defineInternalRoute,
  type InternalCaller,
  internalRoles,
  parameter,
  type Route,
  requiredParameter,
} from '@app-platform/http-api';
import { Type } from '@sinclair/typebox';
import type { OrganizationGrantStore } from './organization-grant-store.ts';
import {
  type OrganizationRevocationDependencies,
  revokeGrantsOfOrganization,
} from './revoke-access.ts';

export type InternalGrantDependencies = OrganizationRevocationDependencies & {
  database: { grants: Pick<OrganizationGrantStore, 'count'> };
};

/** Routes for the registry: revocations, and the number of grants of an app. */
export function internalGrantRoutes(
  dependencies: InternalGrantDependencies,
): Route<InternalCaller>[] {
  return [revocationFeed(dependencies), grantRevocation(dependencies), grantCount(dependencies)];
}

function grantRevocation(dependencies: InternalGrantDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: '/internal/grant-revocations',
    operationId: 'revokeGrants',
    summary: "Revoke an app's grants in an organization that has uninstalled it",
    access: { all: [internalRoles.service] },
    body: GrantRevocationRequest,
    responses: { 200: { description: 'Revoked.', schema: GrantRevocationResponse } },
    handle: async ({ body, context }) => {
      return { status: 200, body: await revokeGrantsOfOrganization(dependencies, body, context) };
    },
  });
}

function grantCount({ database, clock }: InternalGrantDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/organizations/{organizationId}/grant-count',
    operationId: 'countGrants',
    summary: 'How many grants an app has in an organization',
    access: { all: [internalRoles.service] },
    parameters: [
      parameter('organizationId', 'path', organizationIdSchema, "The organization's id."),
      requiredParameter('clientId', clientIdSchema, "The app's client id."),
    ],
    responses: { 200: { description: 'The number.', schema: GrantCount } },
    handle: async ({ parameters: { organizationId, clientId } }) => {
      const filter = { organizationId, userId: null, clientId, isFirstParty: null };
      const grants = await database.grants.count(filter, clock());
      return { status: 200, body: { grants } };
    },
  });
}

function revocationFeed({ database }: InternalGrantDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: '/internal/revocations',
    operationId: 'listRevocations',
    summary: 'Revoked tokens and grants',
    isRoutine: true,
    access: { all: [internalRoles.service] },
    parameters: [
      parameter(
        'after',
        'query',
        Type.String({ pattern: '^[0-9]{1,18}$', default: '0' }),
        'Id of the last revocation known.',
      ),
    ],
    responses: { 200: { description: 'The revocations since.', schema: RevocationFeed } },
    handle: async ({ parameters: { after = '0' } }) => {
      return { status: 200, body: await database.revocations.list(BigInt(after)) };
    },
  });
}

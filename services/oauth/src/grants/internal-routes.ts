import {
  GrantCount,
  GrantRevocationRequest,
  GrantRevocationResponse,
  RevocationFeed,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Parameter,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
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
  return defineRoute<InternalCaller, GrantRevocationRequest>({
    method: 'post',
    path: '/internal/grant-revocations',
    operationId: 'revokeGrants',
    summary: "Revoke an app's grants in an organization that has uninstalled it",
    access: { all: [internalRoles.service] },
    body: schemaContract(GrantRevocationRequest),
    responses: { 200: { description: 'Revoked.', schema: GrantRevocationResponse } },
    handle: async ({ body, context }) => {
      return { status: 200, body: await revokeGrantsOfOrganization(dependencies, body, context) };
    },
  });
}

const organizationParameter: Parameter = {
  name: 'organizationId',
  in: 'path',
  description: "The organization's id.",
  schema: { type: 'string', pattern: '^[0-9a-f]{24}$' },
};

function grantCount({ database, clock }: InternalGrantDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/organizations/{organizationId}/grant-count',
    operationId: 'countGrants',
    summary: 'How many grants an app has in an organization',
    access: { all: [internalRoles.service] },
    parameters: [
      organizationParameter,
      {
        name: 'clientId',
        in: 'query',
        description: "The app's client id.",
        schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
      },
    ],
    responses: { 200: { description: 'The number.', schema: GrantCount } },
    handle: async ({ parameters: { organizationId, clientId = '' } }) => {
      const counted = await database.grants.count(
        String(organizationId),
        String(clientId),
        clock(),
      );
      const body: GrantCount = { grants: counted };
      return { status: 200, body };
    },
  });
}

function revocationFeed({ database }: InternalGrantDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/revocations',
    operationId: 'listRevocations',
    summary: 'Revoked tokens and grants',
    isRoutine: true,
    access: { all: [internalRoles.service] },
    parameters: [
      {
        name: 'after',
        in: 'query',
        description: 'Id of the last revocation known.',
        schema: { type: 'string', pattern: '^[0-9]{1,18}$', default: '0' },
      },
    ],
    responses: {
      200: { description: 'The revocations since.', schema: RevocationFeed },
    },
    handle: async ({ parameters }) => {
      const body: RevocationFeed = await database.revocations.list(BigInt(parameters.after ?? 0));
      return { status: 200, body };
    },
  });
}

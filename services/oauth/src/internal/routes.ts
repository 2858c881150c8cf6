import {
  type CreateAccountRequest,
  type GrantCount,
  type GrantRevocationRequest,
  oauthAnswers,
  type RevocationFeed,
  rolePattern,
  type UserRoles,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  internalRoles,
  type Parameter,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Clock } from '@app-platform/runtime';
import { type CreateAccountDependencies, createAccount } from '../accounts/create-account.ts';
import { operator } from '../audit/audit-store.ts';
import type { OrganizationGrantStore } from '../grants/organization-grant-store.ts';
import type { RevocationStore } from '../grants/revocation-store.ts';
import {
  type OrganizationRevocationDependencies,
  revokeGrantsOfOrganization,
} from '../grants/revoke-of-organization.ts';
import { findUserRoles } from '../users/find-user-roles.ts';
import type { UserStore } from '../users/user-store.ts';
import { type RefusedRequestDependencies, refusedRequestRoute } from './refused-request-route.ts';

const accountContract = schemaContract<CreateAccountRequest>({
  type: 'object',
  properties: {
    organizationId: {
      description: "The organization's id, 24 hexadecimal characters.",
      type: 'string',
      pattern: '^[0-9a-f]{24}$',
    },
    email: {
      description: 'An email address.',
      type: 'string',
      maxLength: 320,
      pattern: '^[^\\s@]+@[^\\s@]+$',
    },
    password: {
      description: 'At least 8 characters.',
      type: 'string',
      minLength: 8,
      maxLength: 1024,
    },
    upstreamSubject: {
      description: 'At most 255 ASCII characters.',
      type: 'string',
      pattern: '^[\\x20-\\x7e]{1,255}$',
    },
    roles: {
      type: 'array',
      items: {
        description:
          'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
        type: 'string',
        pattern: rolePattern,
      },
      maxItems: 64,
    },
  },
  required: ['organizationId', 'email', 'roles'],
  additionalProperties: false,
});

const grantRevocationContract = schemaContract<GrantRevocationRequest>({
  type: 'object',
  properties: {
    organizationId: { type: 'string', pattern: '^[0-9a-f]{24}$' },
    clientId: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
    installedSince: {
      description: 'An instant in ISO 8601, in UTC with milliseconds.',
      type: 'string',
      pattern:
        '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}\\.\\d{3}Z$',
    },
  },
  required: ['organizationId', 'clientId', 'installedSince'],
  additionalProperties: false,
});

export type ServiceRouteDependencies = OrganizationRevocationDependencies &
  RefusedRequestDependencies & {
    revocations: RevocationStore;
    grants: Pick<OrganizationGrantStore, 'count'>;
    users: Pick<UserStore, 'find' | 'findByEmail'>;
    clock: Clock;
  };

/** The routes for the registry. */
export function serviceRoutes(dependencies: ServiceRouteDependencies): Route<InternalCaller>[] {
  return [
    revocationFeed(dependencies),
    grantRevocation(dependencies),
    grantCount(dependencies),
    userRolesRoute(dependencies),
    refusedRequestRoute(dependencies),
  ];
}

function grantRevocation(dependencies: ServiceRouteDependencies) {
  return defineRoute<InternalCaller, GrantRevocationRequest>({
    method: 'post',
    path: '/internal/grant-revocations',
    operationId: 'revokeGrants',
    summary: "Revoke an app's grants in an organization that has uninstalled it",
    access: { all: [internalRoles.service] },
    body: grantRevocationContract,
    responses: { 200: { description: 'Revoked.', schema: oauthAnswers.grantRevocation } },
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

function userRolesRoute({ users }: ServiceRouteDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: '/internal/organizations/{organizationId}/user-roles',
    operationId: 'readUserRoles',
    summary: 'The roles of a user, named by id or email address',
    access: { all: [internalRoles.service] },
    parameters: [
      organizationParameter,
      {
        name: 'user',
        in: 'query',
        description: 'Id or email address.',
        schema: { type: 'string', minLength: 1, maxLength: 320 },
      },
    ],
    responses: { 200: { description: 'The roles.', schema: oauthAnswers.userRoles } },
    handle: async ({ parameters: { organizationId, user } }) => {
      const found = await findUserRoles(users, String(organizationId), String(user));
      const body: UserRoles = { roles: found };
      return { status: 200, body };
    },
  });
}

function grantCount({ grants, clock }: ServiceRouteDependencies) {
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
    responses: { 200: { description: 'The number.', schema: oauthAnswers.grantCount } },
    handle: async ({ parameters: { organizationId, clientId = '' } }) => {
      const counted = await grants.count(String(organizationId), String(clientId), clock());
      const body: GrantCount = { grants: counted };
      return { status: 200, body };
    },
  });
}

function revocationFeed({ revocations }: ServiceRouteDependencies) {
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
      200: { description: 'The revocations since.', schema: oauthAnswers.revocationFeed },
    },
    handle: async ({ parameters }) => {
      const body: RevocationFeed = await revocations.list(BigInt(parameters.after ?? 0));
      return { status: 200, body };
    },
  });
}

/** The routes for the operator's command line. */
export function operatorRoutes(dependencies: CreateAccountDependencies): Route<InternalCaller>[] {
  return [
    defineRoute<InternalCaller, CreateAccountRequest>({
      method: 'post',
      path: '/internal/accounts',
      operationId: 'createAccount',
      summary: 'Create an account',
      access: { all: [internalRoles.operator] },
      body: accountContract,
      responses: { 201: { description: 'Created.' } },
      handle: async ({ body, context }) => {
        return {
          status: 201,
          body: await createAccount(dependencies, body, { actor: operator, context }),
        };
      },
    }),
  ];
}

import {
  ChangeOrganizationRequest,
  CreateApiKeyRequest,
  CreatedApiKey,
  CreateOrganizationRequest,
  EnsureApiKeyRequest,
  EnsuredApiKey,
  EnsuredOrganization,
  OrganizationRecord,
  OrganizationState,
  problem,
  VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import {
  AppError,
  defineInternalRoute,
  type InternalCaller,
  type Route,
} from '@app-platform/http-api';
import {
  operator,
  operatorAccess,
  operatorOrServiceAccess,
  organizationIdParameter,
} from '../authentication/operator.ts';
import { type ApiKeyDependencies, createApiKey, ensureApiKey } from './api-keys.ts';
import {
  createOrganization,
  ensureOrganization,
  verifyOrganization,
} from './change-organization.ts';
import { suspensionRoutes } from './suspension-routes.ts';

const PATH = '/internal/organizations';

/** Organizations and their API keys, for the operator. */
export function organizationInternalRoutes(
  dependencies: ApiKeyDependencies,
): Route<InternalCaller>[] {
  return [
    createOrganizationRoute(dependencies),
    createApiKeyRoute(dependencies),
    read(dependencies),
    ensureOrganizationRoute(dependencies),
    ensureApiKeyRoute(dependencies),
    verify(dependencies),
    ...suspensionRoutes(dependencies),
  ];
}

function read({ database }: ApiKeyDependencies) {
  return defineInternalRoute({
    method: 'get',
    path: `${PATH}/{organizationId}`,
    operationId: 'readOrganization',
    summary: 'An organization',
    access: operatorOrServiceAccess,
    parameters: [organizationIdParameter],
    responses: {
      200: { description: 'The organization.', schema: OrganizationState },
    },
    handle: async ({ parameters }) => {
      const found = await database.organizations.find(parameters.organizationId);
      if (found) {
        const { suspendedAt: _since, isBeingDeleted: _deleted, ...state } = found;
        return { status: 200, body: state };
      }
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
    },
  });
}

function ensureOrganizationRoute({ database }: ApiKeyDependencies) {
  return defineInternalRoute({
    method: 'put',
    path: PATH,
    operationId: 'ensureOrganization',
    summary: 'The organization of a name, created if there is none',
    access: operatorAccess,
    invalidates: ['organization'],
    body: CreateOrganizationRequest,
    responses: {
      200: { description: 'It exists.', schema: EnsuredOrganization },
      201: { description: 'Created.', schema: EnsuredOrganization },
    },
    handle: async ({ body, context }) => {
      const ensured = await ensureOrganization(database, operator, body.name, context);
      return ensured.created ? { status: 201, body: ensured } : { status: 200, body: ensured };
    },
  });
}

function ensureApiKeyRoute({ database, clock, cell }: ApiKeyDependencies) {
  return defineInternalRoute({
    method: 'put',
    path: `${PATH}/{organizationId}/api-keys`,
    operationId: 'ensureApiKey',
    summary: 'The API key of a name, created if there is none',
    access: operatorAccess,
    invalidates: ['api_key'],
    parameters: [organizationIdParameter],
    body: EnsureApiKeyRequest,
    responses: {
      200: { description: 'It exists.', schema: EnsuredApiKey },
      201: { description: 'Created; the key is shown once.', schema: EnsuredApiKey },
    },
    handle: async ({ parameters, body: newKey, context }) => {
      const organizationId = parameters.organizationId;
      const insertion = { actor: operator, organizationId, newKey, cell, now: clock(), context };
      const ensured = await ensureApiKey(database, insertion);
      return ensured.created ? { status: 201, body: ensured } : { status: 200, body: ensured };
    },
  });
}

function createOrganizationRoute({ database }: ApiKeyDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: PATH,
    operationId: 'createOrganization',
    summary: 'Create an organization',
    access: operatorAccess,
    invalidates: ['organization'],
    body: CreateOrganizationRequest,
    responses: { 201: { description: 'Created.', schema: OrganizationRecord } },
    handle: async ({ body, context }) => {
      const created = await createOrganization(database, operator, body.name, context);
      return { status: 201, body: created };
    },
  });
}

function createApiKeyRoute({ database, clock, cell }: ApiKeyDependencies) {
  return defineInternalRoute({
    method: 'post',
    path: `${PATH}/{organizationId}/api-keys`,
    operationId: 'createApiKeyForOrganization',
    summary: 'Create an API key for an organization',
    access: operatorAccess,
    invalidates: ['api_key'],
    parameters: [organizationIdParameter],
    body: CreateApiKeyRequest,
    responses: { 201: { description: 'Created; the key is shown once.', schema: CreatedApiKey } },
    handle: async ({ parameters, body, context }) => {
      const { apiKey: created, key } = await createApiKey(
        { database, clock, cell },
        operator,
        parameters.organizationId,
        { name: body.name ?? '', roles: body.roles },
        context,
      );
      return { status: 201, body: { id: created.id, key } };
    },
  });
}

function verify({ database }: ApiKeyDependencies) {
  return defineInternalRoute({
    method: 'patch',
    path: `${PATH}/{organizationId}`,
    operationId: 'verifyOrganization',
    summary: 'Record whether the operator has checked who an organization is',
    access: operatorAccess,
    invalidates: ['organization'],
    parameters: [organizationIdParameter],
    body: ChangeOrganizationRequest,
    responses: {
      200: { description: 'The organization as it is now.', schema: VerifiedOrganizationRecord },
    },
    handle: async ({ parameters, body: { verified }, context }) => {
      const change = { id: parameters.organizationId, verified };
      return { status: 200, body: await verifyOrganization(database, operator, change, context) };
    },
  });
}

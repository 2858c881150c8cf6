import {
  ChangeOrganizationRequest,
  CreateOrganizationRequest,
  EnsureApiKeyRequest,
  problem,
  VerifiedOrganizationRecord,
} from '@app-platform/contracts';
import {
  AppError,
  defineRoute,
  type InternalCaller,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import {
  operator,
  operatorAccess,
  operatorOrServiceAccess,
  organizationIdParameter,
} from '../authentication/operator.ts';
import type { ApiKeyDependencies } from './api-keys.ts';
import { createApiKey, ensureApiKey } from './api-keys.ts';
import {
  createOrganization,
  ensureOrganization,
  verifyOrganization,
} from './change-organization.ts';
import { NewApiKey } from './routes.ts';

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
  ];
}

function read({ database }: ApiKeyDependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: `${PATH}/{organizationId}`,
    operationId: 'readOrganization',
    summary: 'An organization',
    access: operatorOrServiceAccess,
    parameters: [organizationIdParameter],
    responses: {
      200: { description: 'The organization.', schema: VerifiedOrganizationRecord },
    },
    handle: async ({ parameters }) => {
      const found = await database.organizations.find(String(parameters.organizationId));
      if (found) return { status: 200, body: found };
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
    },
  });
}

function ensureOrganizationRoute({ database }: ApiKeyDependencies) {
  return defineRoute<InternalCaller, CreateOrganizationRequest>({
    method: 'put',
    path: PATH,
    operationId: 'ensureOrganization',
    summary: 'The organization of a name, created if there is none',
    access: operatorAccess,
    invalidates: ['organization'],
    body: schemaContract(CreateOrganizationRequest),
    responses: { 200: { description: 'It exists.' }, 201: { description: 'Created.' } },
    handle: async ({ body, context }) => {
      const ensured = await ensureOrganization(database, operator, body.name, context);
      return { status: ensured.created ? 201 : 200, body: ensured };
    },
  });
}

function ensureApiKeyRoute({ database, clock }: ApiKeyDependencies) {
  return defineRoute<InternalCaller, EnsureApiKeyRequest>({
    method: 'put',
    path: `${PATH}/{organizationId}/api-keys`,
    operationId: 'ensureApiKey',
    summary: 'The API key of a name, created if there is none',
    access: operatorAccess,
    invalidates: ['api_key'],
    parameters: [organizationIdParameter],
    body: schemaContract(EnsureApiKeyRequest),
    responses: {
      200: { description: 'It exists.' },
      201: { description: 'Created; the key is shown once.' },
    },
    handle: async ({ parameters, body: newKey, context }) => {
      const organizationId = String(parameters.organizationId);
      const insertion = { actor: operator, organizationId, newKey, now: clock(), context };
      const ensured = await ensureApiKey(database, insertion);
      return { status: ensured.created ? 201 : 200, body: ensured };
    },
  });
}

function createOrganizationRoute({ database }: ApiKeyDependencies) {
  return defineRoute<InternalCaller, CreateOrganizationRequest>({
    method: 'post',
    path: '/internal/organizations',
    operationId: 'createOrganization',
    summary: 'Create an organization',
    access: operatorAccess,
    invalidates: ['organization'],
    body: schemaContract(CreateOrganizationRequest),
    responses: { 201: { description: 'Created.' } },
    handle: async ({ body, context }) => {
      const created = await createOrganization(database, operator, body.name, context);
      return { status: 201, body: created };
    },
  });
}

function createApiKeyRoute({ database, clock }: ApiKeyDependencies) {
  return defineRoute<InternalCaller, { name?: string; roles: string[] }>({
    method: 'post',
    path: '/internal/organizations/{organizationId}/api-keys',
    operationId: 'createApiKeyForOrganization',
    summary: 'Create an API key for an organization',
    access: operatorAccess,
    invalidates: ['api_key'],
    parameters: [organizationIdParameter],
    body: schemaContract(NewApiKey),
    responses: { 201: { description: 'Created; the key is shown once.' } },
    handle: async ({ parameters, body, context }) => {
      const { apiKey: created, key } = await createApiKey(
        { database, clock },
        operator,
        String(parameters.organizationId),
        { name: body.name ?? '', roles: body.roles },
        context,
      );
      return { status: 201, body: { id: created.id, key } };
    },
  });
}

function verify({ database }: ApiKeyDependencies) {
  return defineRoute<InternalCaller, ChangeOrganizationRequest>({
    method: 'patch',
    path: `${PATH}/{organizationId}`,
    operationId: 'verifyOrganization',
    summary: 'Record whether the operator has checked who an organization is',
    access: operatorAccess,
    invalidates: ['organization'],
    parameters: [organizationIdParameter],
    body: schemaContract(ChangeOrganizationRequest),
    responses: { 200: { description: 'The organization as it is now.' } },
    handle: async ({ parameters, body: { verified }, context }) => {
      const change = { id: String(parameters.organizationId), verified };
      return { status: 200, body: await verifyOrganization(database, operator, change, context) };
    },
  });
}

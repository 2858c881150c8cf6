import {
  type CreateOrganizationRequest,
  type EnsureApiKeyRequest,
  problem,
  registryAnswers,
  rolePattern,
} from '@app-platform/contracts';
import {
  AppError,
  defineRoute,
  type InternalCaller,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Dependencies } from '../dependencies.ts';
import { ensureApiKey } from '../organizations/ensure-api-key.ts';
import { ensureOrganization } from '../organizations/ensure-organization.ts';
import {
  operator,
  operatorAccess,
  operatorOrServiceAccess,
  organizationIdParameter,
} from './operator.ts';

const PATH = '/internal/organizations';

export const organizationContract = schemaContract<CreateOrganizationRequest>({
  type: 'object',
  properties: { name: { type: 'string', minLength: 1, maxLength: 256 } },
  required: ['name'],
  additionalProperties: false,
});

const namedKeyContract = schemaContract<EnsureApiKeyRequest>({
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 128 },
    roles: {
      type: 'array',
      items: { type: 'string', pattern: rolePattern },
      minItems: 1,
      maxItems: 64,
    },
  },
  required: ['name', 'roles'],
  additionalProperties: false,
});

/** Organizations and API keys by name, for `operator apply`, which is repeated. */
export function namedRoutes(dependencies: Dependencies): Route<InternalCaller>[] {
  return [read(dependencies), organization(dependencies), apiKey(dependencies)];
}

function read({ database }: Dependencies) {
  return defineRoute<InternalCaller, undefined>({
    method: 'get',
    path: `${PATH}/{organizationId}`,
    operationId: 'readOrganization',
    summary: 'An organization',
    access: operatorOrServiceAccess,
    parameters: [organizationIdParameter],
    responses: { 200: { description: 'The organization.', schema: registryAnswers.organization } },
    handle: async ({ parameters }) => {
      const found = await database.organizations.find(String(parameters.organizationId));
      if (found) return { status: 200, body: found };
      const detail = 'There is no organization of this id.';
      throw new AppError(problem('not_found', detail, { parameter: 'organizationId' }));
    },
  });
}

function organization({ database }: Dependencies) {
  return defineRoute<InternalCaller, CreateOrganizationRequest>({
    method: 'put',
    path: PATH,
    operationId: 'ensureOrganization',
    summary: 'The organization of a name, created if there is none',
    access: operatorAccess,
    body: organizationContract,
    responses: { 200: { description: 'It exists.' }, 201: { description: 'Created.' } },
    handle: async ({ body, context }) => {
      const ensured = await ensureOrganization(database, operator, body.name, context);
      return { status: ensured.created ? 201 : 200, body: ensured };
    },
  });
}

function apiKey({ database, clock }: Dependencies) {
  return defineRoute<InternalCaller, EnsureApiKeyRequest>({
    method: 'put',
    path: `${PATH}/{organizationId}/api-keys`,
    operationId: 'ensureApiKey',
    summary: 'The API key of a name, created if there is none',
    access: operatorAccess,
    parameters: [organizationIdParameter],
    body: namedKeyContract,
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

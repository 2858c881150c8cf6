import { rolePattern, roles } from '@app-platform/contracts';
import {
  defineRoute,
  pageAnswer,
  pageKeys,
  pageParameters,
  type Route,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { ApiKey } from './api-key-store.ts';
import { createApiKey, refuseRolesNotHeld } from './create-api-key.ts';
import { revokeApiKey } from './revoke-api-key.ts';

type NewApiKey = { name?: string; roles: string[] };

export const apiKeyContract = schemaContract<NewApiKey>({
  type: 'object',
  properties: {
    name: {
      description: 'What people know the key by; empty where it is left out.',
      type: 'string',
      maxLength: 128,
    },
    roles: {
      description: 'The roles that the key holds.',
      type: 'array',
      items: {
        description:
          'A role is `org` and lower-case words joined with dots, such as org.admin.apps.',
        type: 'string',
        pattern: rolePattern,
      },
      minItems: 1,
      maxItems: 64,
    },
  },
  required: ['roles'],
  additionalProperties: false,
});

/** Who is calling, and the organization's API keys. */
export function organizationRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [me(), list(dependencies), create(dependencies), revoke(dependencies)];
}

function me() {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/me',
    operationId: 'whoAmI',
    summary: 'The credential that is calling, its organization and its roles',
    access: 'authenticated',
    responses: { 200: { description: 'The credential.', schema: 'PrincipalAnswer' } },
    handle: async ({ principal }) => {
      const { kind: type, id, ...attributes } = principal;
      return { status: 200, body: { data: { type, id, attributes } } };
    },
  });
}

function list({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/api-keys',
    operationId: 'listApiKeys',
    summary: "The organization's API keys, revoked ones among them",
    access: { all: [roles.apiKeys] },
    credentials: 'administration',
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by id.', schema: 'ApiKeyPage' } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.uuid);
      const found = await database.apiKeys.list(principal.organizationId, page);
      const entries = pageOf(found, page.size, ({ id }) => id);
      return { status: 200, body: pageAnswer(entries, (apiKey) => apiKeyRecord(apiKey)) };
    },
  });
}

function create({ database, clock }: Dependencies) {
  return defineRoute<Principal, NewApiKey>({
    method: 'post',
    path: '/v1/api-keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is in this answer and nowhere else; only its digest is kept.',
    access: { all: [roles.apiKeys] },
    credentials: 'administration',
    limit: 'secrets',
    body: apiKeyContract,
    responses: { 201: { description: 'Created.', schema: 'ApiKeyAnswer' } },
    refusals: ['invalid_body'],
    handle: async ({ principal, body, context }) => {
      refuseRolesNotHeld(principal, body.roles);
      const { apiKey, key } = await createApiKey(
        { database, clock },
        principal,
        principal.organizationId,
        { name: body.name ?? '', roles: body.roles },
        context,
      );
      return { status: 201, body: { data: apiKeyRecord(apiKey, key) } };
    },
  });
}

function revoke({ database, clock }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'delete',
    path: '/v1/api-keys/{id}',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once',
    access: { all: [roles.apiKeys] },
    credentials: 'administration',
    parameters: [
      {
        name: 'id',
        in: 'path',
        description: "The key's id.",
        schema: { type: 'string', pattern: pageKeys.uuid.source },
      },
    ],
    responses: { 204: { description: 'Revoked.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await revokeApiKey({ database, clock }, principal, String(parameters.id), context);
      return { status: 204 };
    },
  });
}

function apiKeyRecord({ id, ...apiKey }: ApiKey, key?: string) {
  const { name, hint, createdAt, lastUsedAt, revokedAt } = apiKey;
  return {
    type: 'api_key',
    id,
    attributes: {
      name,
      hint,
      roles: apiKey.roles,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
      revokedAt: revokedAt?.toISOString() ?? null,
      ...(key !== undefined && { key }),
    },
  };
}

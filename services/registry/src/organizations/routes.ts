import { CreateApiKeyRequest, roles } from '@app-platform/contracts';
import {
  pageKeys,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
} from '@app-platform/http-api';
import {
  component,
  list as listOf,
  page as pageOfRecords,
  record,
  response,
  text,
  textOrNull,
  time,
  timeOrNull,
} from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import type { ApiKey as StoredApiKey } from '../authentication/api-key-store.ts';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import {
  type ApiKeyDependencies,
  createApiKey,
  refuseRolesNotHeld,
  revokeApiKey,
} from './api-keys.ts';
import { type WhoAmIDependencies, whoAmI } from './who-am-i.ts';

const Credential = component(
  'Principal',
  record(
    ['api_key', 'access_token'],
    Type.Object({
      organizationId: text('The organization that the credential acts for.'),
      organizationName: Type.Optional(
        text('Its name. Of an access token of an app: only with the scope `profile`.'),
      ),
      roles: listOf(Type.String(), 'The roles that the credential holds.'),
      clientId: Type.Optional(text('Of an access token: the app that it was issued to.')),
      userId: Type.Optional(text('Of an access token: the user whom it acts for.')),
      userName: Type.Optional(textOrNull("That user's name: for an app with the scope `profile`.")),
      userEmail: Type.Optional(
        textOrNull("That user's address: for an app with the scope `email`."),
      ),
      authenticatedAt: Type.Optional(
        time('Of an access token: when that user signed in, where it says so.'),
      ),
    }),
  ),
);
const PrincipalResponse = component('PrincipalResponse', response(Credential));

const ApiKey = component(
  'ApiKey',
  record(
    'api_key',
    Type.Object({
      name: text('What people know the key by.'),
      hint: text('The first characters of the key.'),
      roles: listOf(Type.String(), 'The roles that the key holds.'),
      createdAt: time('When it was created.'),
      lastUsedAt: timeOrNull('When it was last used, to the minute.'),
      revokedAt: timeOrNull('When it was revoked.'),
      key: Type.Optional(text('The key itself: only in the answer that creates it.')),
    }),
  ),
);
const ApiKeyResponse = component('ApiKeyResponse', response(ApiKey));
const ApiKeyPage = component('ApiKeyPage', pageOfRecords(ApiKey));

/** The caller's credential, and the organization's API keys. */
export function organizationRoutes(
  dependencies: ApiKeyDependencies & WhoAmIDependencies,
): Route<Principal>[] {
  return [me(dependencies), list(dependencies), create(dependencies), revoke(dependencies)];
}

function me(dependencies: WhoAmIDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/me',
    operationId: 'whoAmI',
    summary: 'The credential that is calling, its organization and its roles',
    access: 'authenticated',
    responses: { 200: { description: 'The credential.', schema: PrincipalResponse } },
    refusals: ['temporarily_unavailable'],
    handle: async ({ principal }) => {
      return { status: 200, body: { data: await whoAmI(dependencies, principal) } };
    },
  });
}

function list({ database }: ApiKeyDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/api-keys',
    operationId: 'listApiKeys',
    summary: "The organization's API keys, revoked ones among them",
    access: { all: [roles.apiKeys] },
    credentials: 'administration',
    parameters: pageParameters,
    responses: { 200: { description: 'A page, by id.', schema: ApiKeyPage } },
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const page = readPage(parameters, pageKeys.uuid);
      const found = await database.apiKeys.list(principal.organizationId, page);
      const entries = pageOf(found, page.size, ({ id }) => id);
      return { status: 200, body: pageResponse(entries, (apiKey) => apiKeyRecord(apiKey)) };
    },
  });
}

function create({ database, clock, cell }: ApiKeyDependencies) {
  return defineRoute({
    method: 'post',
    path: '/v1/api-keys',
    operationId: 'createApiKey',
    summary: 'Create an API key',
    description: 'The key is in this answer and nowhere else; only its digest is kept.',
    access: { all: [roles.apiKeys] },
    credentials: 'administration',
    invalidates: ['api_key'],
    limit: 'secrets',
    body: CreateApiKeyRequest,
    responses: { 201: { description: 'Created.', schema: ApiKeyResponse } },
    refusals: ['invalid_body'],
    handle: async ({ principal, body, context }) => {
      refuseRolesNotHeld(principal, body.roles);
      const { apiKey, key } = await createApiKey(
        { database, clock, cell },
        principal,
        principal.organizationId,
        { name: body.name ?? '', roles: body.roles },
        context,
      );
      return { status: 201, body: { data: apiKeyRecord(apiKey, key) } };
    },
  });
}

function revoke({ database, clock }: ApiKeyDependencies) {
  return defineRoute({
    method: 'delete',
    path: '/v1/api-keys/{id}',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once',
    access: { all: [roles.apiKeys] },
    credentials: 'administration',
    invalidates: ['api_key'],
    parameters: [
      parameter('id', 'path', Type.String({ pattern: pageKeys.uuid.source }), "The key's id."),
    ],
    responses: { 204: { description: 'Revoked.' } },
    refusals: ['invalid_parameter', 'not_found'],
    handle: async ({ principal, parameters, context }) => {
      await revokeApiKey({ database, clock }, principal, parameters.id, context);
      return { status: 204 };
    },
  });
}

function apiKeyRecord(
  { id, organizationId: _organizationId, ...attributes }: StoredApiKey,
  key?: string,
): Static<typeof ApiKey> {
  return { type: 'api_key', id, attributes: { ...attributes, ...(key !== undefined && { key }) } };
}

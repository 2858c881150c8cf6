import {
  type ChangeTagsRequest,
  type CreateOrganizationRequest,
  operatorTags,
} from '@app-platform/contracts';
import {
  defineRoute,
  type InternalCaller,
  type Route,
  schemaContract,
} from '@app-platform/http-api';
import type { Dependencies } from '../dependencies.ts';
import { createApiKey } from '../organizations/create-api-key.ts';
import { createOrganization } from '../organizations/create-organization.ts';
import { apiKeyContract } from '../organizations/routes.ts';
import { changeOperatorTags } from './change-tags.ts';
import { operator, operatorAccess, organizationIdParameter } from './operator.ts';
import { organizationContract } from './organization-routes.ts';

const tagList = { type: 'array', items: { enum: operatorTags }, uniqueItems: true };
const tagsContract = schemaContract<ChangeTagsRequest>({
  type: 'object',
  properties: { add: tagList, remove: tagList },
  additionalProperties: false,
});

/** The operations of the operator's command line. */
export function operatorRoutes(dependencies: Dependencies): Route<InternalCaller>[] {
  return [organization(dependencies), apiKey(dependencies), tags(dependencies)];
}

function organization({ database }: Dependencies) {
  return defineRoute<InternalCaller, CreateOrganizationRequest>({
    method: 'post',
    path: '/internal/organizations',
    operationId: 'createOrganization',
    summary: 'Create an organization',
    access: operatorAccess,
    body: organizationContract,
    responses: { 201: { description: 'Created.' } },
    handle: async ({ body, context }) => {
      const created = await createOrganization(database, operator, body.name, context);
      return { status: 201, body: created };
    },
  });
}

function apiKey({ database, clock }: Dependencies) {
  return defineRoute<InternalCaller, { name?: string; roles: string[] }>({
    method: 'post',
    path: '/internal/organizations/{organizationId}/api-keys',
    operationId: 'createApiKeyForOrganization',
    summary: 'Create an API key for an organization',
    access: operatorAccess,
    parameters: [organizationIdParameter],
    body: apiKeyContract,
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

function tags({ database }: Dependencies) {
  return defineRoute<InternalCaller, ChangeTagsRequest>({
    method: 'patch',
    path: '/internal/apps/{name}/tags',
    operationId: 'changeTags',
    summary: 'Set tags that only the operator sets',
    access: operatorAccess,
    parameters: [
      {
        name: 'name',
        in: 'path',
        description: "The app's name.",
        schema: { type: 'string', pattern: '^[A-Za-z0-9_]{1,160}$' },
      },
    ],
    body: tagsContract,
    responses: { 200: { description: 'The tags as they are now.' } },
    handle: async ({ parameters, body, context }) => {
      const name = String(parameters.name);
      return {
        status: 200,
        body: await changeOperatorTags(database, operator, name, body, context),
      };
    },
  });
}

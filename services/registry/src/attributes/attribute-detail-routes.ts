import { standardKlasses } from '@app-platform/app-definition';
import { readApps, roles, storableText } from '@app-platform/contracts';
import {
  defineRoute,
  type Parameter,
  pageAnswer,
  pageParameters,
  type Route,
  readPage,
  schemaContract,
} from '@app-platform/http-api';
import { pageOf } from '@app-platform/runtime/database';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import {
  type AttributeDetails,
  attributeKey,
  findAttributeDetails,
  listAttributeDetails,
} from './attribute-details.ts';
import type { AttributeName } from './attribute-store.ts';
import { type AttributeChange, changeAttribute, requireAttribute } from './change-attribute.ts';

const PATH = '/v1/apps/metadata/{klass}/{attribute}';
/** `<klass>/<name>`, as {@link attributeKey} writes it. */
const cursorPattern = /^[a-z]{1,20}\/@\w{1,200}$/;

const changeContract = schemaContract<AttributeChange>({
  type: 'object',
  properties: {
    displayName: {
      ...storableText,
      description: "How the attribute appears; null for the app's own display name. Without NUL.",
      type: ['string', 'null'],
      minLength: 1,
      maxLength: 256,
    },
    active: { description: 'Whether the organization uses the attribute.', type: 'boolean' },
  },
  minProperties: 1,
  additionalProperties: false,
});

export function klassParameter(place: 'path' | 'query'): Parameter {
  const schema = { type: 'string', enum: [...standardKlasses] } as const;
  return { name: 'klass', in: place, description: 'The standard Klass.', schema };
}

const attributeParameter: Parameter = {
  name: 'attribute',
  in: 'path',
  description: 'The namespaced name, such as `@loyPointsNum`.',
  schema: { type: 'string', pattern: storableText.pattern, maxLength: 300 },
};

/** The attributes with all that is known of them, and what the organization decides. */
export function attributeDetailRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [list(dependencies), read(dependencies), change(dependencies)];
}

function list({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/attributes',
    operationId: 'listAttributeDetails',
    summary: 'The custom attributes with their settings, data types and apps',
    description: 'Those of `GET /v1/apps/metadata`.',
    access: readApps,
    parameters: [klassParameter('query'), ...pageParameters],
    responses: { 200: { description: 'A page, by Klass and name.', schema: 'AttributePage' } },
    refusals: ['invalid_parameter', 'listing_too_large'],
    handle: async ({ principal, parameters }) => {
      const { size, after = '' } = readPage(parameters, cursorPattern);
      const klass = parameters.klass?.toString();
      const all = await listAttributeDetails(database, principal.organizationId, klass);
      const start = all.findIndex((one) => attributeKey(one) > after);
      const found = start === -1 ? [] : all.slice(start, start + size + 1);
      return { status: 200, body: pageAnswer(pageOf(found, size, attributeKey), attributeRecord) };
    },
  });
}

function read({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: PATH,
    operationId: 'readAttribute',
    summary: 'One custom attribute with its settings',
    access: readApps,
    parameters: [klassParameter('path'), attributeParameter],
    responses: { 200: { description: 'The attribute.', schema: 'AttributeAnswer' } },
    refusals: ['invalid_parameter', 'not_found', 'listing_too_large'],
    handle: async ({ principal, parameters }) => {
      const attribute = attributeOf(parameters);
      const found = await findAttributeDetails(database, principal.organizationId, attribute);
      return { status: 200, body: { data: attributeRecord(requireAttribute(found, attribute)) } };
    },
  });
}

function change({ database }: Dependencies) {
  return defineRoute<Principal, AttributeChange>({
    method: 'patch',
    path: PATH,
    operationId: 'changeAttribute',
    summary: 'Change how an attribute appears, or whether it is active',
    description:
      'For the organization of the credential. The change stays through an uninstallation of the app.',
    access: { all: [roles.apps] },
    credentials: 'app',
    parameters: [klassParameter('path'), attributeParameter],
    body: changeContract,
    responses: { 200: { description: 'Changed.', schema: 'AttributeAnswer' } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'listing_too_large'],
    handle: async ({ principal, parameters, body, context }) => {
      const attribute = attributeOf(parameters);
      const changed = await changeAttribute({ database }, principal, attribute, body, context);
      return { status: 200, body: { data: attributeRecord(changed) } };
    },
  });
}

/** @param parameters of {@link klassParameter} and {@link attributeParameter} */
function attributeOf(parameters: { [name: string]: string | number | undefined }): AttributeName {
  return { klass: String(parameters.klass), name: String(parameters.attribute) };
}

function attributeRecord(details: AttributeDetails) {
  return { type: 'attribute', id: attributeKey(details), attributes: details };
}

import { type StandardKlass, standardKlasses } from '@app-platform/app-definition';
import { changeKeys, readApps, roles, storableText } from '@app-platform/contracts';
import {
  type PreparedBody,
  pageParameters,
  pageResponse,
  parameter,
  type Route,
  readPage,
  stringify,
} from '@app-platform/http-api';
import { component, list, page, record, response } from '@app-platform/http-api/schemas';
import { pageOf } from '@app-platform/runtime/database';
import { type Static, Type } from '@sinclair/typebox';
import { defineRoute, type Principal } from '../authentication/principal.ts';
import type { ResponseCache } from '../cache/response-cache.ts';
import type { Reading } from '../database/database.ts';
import {
  AttributeChange,
  type AttributeDependencies,
  AttributeDetails,
  attributeKey,
  changeAttribute,
  findAttributeDetails,
  listAttributeDetails,
  requireAttribute,
} from './attribute-details.ts';
import { attributeRegistry, RegistryRecord } from './attribute-registry.ts';
import type { AttributeStores } from './attribute-setting-store.ts';

const RegistryRecords = component('RegistryRecords', list(RegistryRecord));
const responses = { 200: { description: 'A record per Klass.', schema: RegistryRecords } };

type RouteDependencies = AttributeDependencies & { database: Reading<AttributeStores> };

/** The custom attribute registry, and what the organization decided about attributes. */
export function attributeRoutes(
  dependencies: RouteDependencies & { responses: ResponseCache },
): Route<Principal>[] {
  const read = (organizationId: string, klass?: string) =>
    dependencies.responses.read(`listAttributes ${organizationId} ${klass ?? ''}`, async () => {
      const reading = dependencies.database.reading(organizationId);
      const { appsOf, installationsOf, attributesOf } = changeKeys;
      const json = stringify(await attributeRegistry(reading, organizationId, klass));
      const dependsOn = [appsOf, installationsOf, attributesOf].map((of) => of(organizationId));
      return { json, dependsOn };
    });
  return [all(read), ofKlass(read), ...attributeDetailRoutes(dependencies)];
}

type Listing = PreparedBody<Static<typeof RegistryRecords>>;
type ReadListing = (organizationId: string, klass?: string) => Listing | Promise<Listing>;

function all(read: ReadListing) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/metadata',
    operationId: 'listAttributes',
    summary: 'The custom attributes of all standard Klasses',
    description:
      'Covers the app versions that the organization registered or installed, as far as they come to 16 MiB.',
    access: readApps,
    responses,
    refusals: ['listing_too_large'],
    isPrepared: true,
    handle: ({ principal }) => ({
      status: 200,
      prepared: read(principal.organizationId),
    }),
  });
}

function ofKlass(read: ReadListing) {
  return defineRoute({
    method: 'get',
    path: '/v1/apps/metadata/{klass}',
    operationId: 'listAttributesOfKlass',
    summary: 'The custom attributes of one standard Klass',
    access: readApps,
    parameters: [klassParameter('path')],
    responses,
    refusals: ['invalid_parameter', 'listing_too_large'],
    isPrepared: true,
    handle: ({ principal, parameters }) => ({
      status: 200,
      prepared: read(principal.organizationId, parameters.klass),
    }),
  });
}

const PATH = '/v1/apps/metadata/{klass}/{attribute}';
/** `<klass>/<name>`, as {@link attributeKey} writes it. */
const cursorPattern = /^[a-z]{1,20}\/@\w{1,200}$/;

const Attribute = component('Attribute', record('attribute', AttributeDetails));
const AttributeResponse = component('AttributeResponse', response(Attribute));
const AttributePage = component('AttributePage', page(Attribute));

function klassParameter<In extends 'path' | 'query'>(place: In) {
  const schema = Type.Unsafe<StandardKlass>({ type: 'string', enum: [...standardKlasses] });
  return parameter('klass', place, schema, 'The standard Klass.');
}

const attributeParameter = parameter(
  'attribute',
  'path',
  Type.String({ pattern: storableText.pattern, maxLength: 300 }),
  'The namespaced name, such as `@loyPointsNum`.',
);

/** The attributes with all that is known of them, and what the organization decides. */
function attributeDetailRoutes(dependencies: RouteDependencies): Route<Principal>[] {
  return [listDetails(dependencies), read(dependencies), change(dependencies)];
}

function listDetails({ database }: RouteDependencies) {
  return defineRoute({
    method: 'get',
    path: '/v1/attributes',
    operationId: 'listAttributeDetails',
    summary: 'The custom attributes with their settings, data types and apps',
    description: 'Those of `GET /v1/apps/metadata`.',
    access: readApps,
    parameters: [klassParameter('query'), ...pageParameters],
    responses: { 200: { description: 'A page, by Klass and name.', schema: AttributePage } },
    refusals: ['invalid_parameter', 'listing_too_large'],
    handle: async ({ principal, parameters }) => {
      const { size, after = '' } = readPage(parameters, cursorPattern);
      const { organizationId } = principal;
      const reading = database.reading(organizationId);
      const all = await listAttributeDetails(reading, organizationId, parameters.klass);
      const start = all.findIndex((one) => attributeKey(one) > after);
      const found = start === -1 ? [] : all.slice(start, start + size + 1);
      return {
        status: 200,
        body: pageResponse(pageOf(found, size, attributeKey), attributeRecord),
      };
    },
  });
}

function read({ database }: RouteDependencies) {
  return defineRoute({
    method: 'get',
    path: PATH,
    operationId: 'readAttribute',
    summary: 'One custom attribute with its settings',
    access: readApps,
    parameters: [klassParameter('path'), attributeParameter],
    responses: { 200: { description: 'The attribute.', schema: AttributeResponse } },
    refusals: ['invalid_parameter', 'not_found', 'listing_too_large'],
    handle: async ({ principal, parameters }) => {
      const attribute = { klass: parameters.klass, name: parameters.attribute };
      const reading = database.reading(principal.organizationId);
      const found = await findAttributeDetails(reading, principal.organizationId, attribute);
      return { status: 200, body: { data: attributeRecord(requireAttribute(found, attribute)) } };
    },
  });
}

function change({ database }: AttributeDependencies) {
  return defineRoute({
    method: 'patch',
    path: PATH,
    operationId: 'changeAttribute',
    summary: 'Change how an attribute appears, or whether it is active',
    description:
      'For the organization of the credential. The change stays through an uninstallation of the app.',
    access: { all: [roles.apps] },
    credentials: 'first_party',
    invalidates: ['attribute'],
    parameters: [klassParameter('path'), attributeParameter],
    body: AttributeChange,
    responses: { 200: { description: 'Changed.', schema: AttributeResponse } },
    refusals: ['invalid_body', 'invalid_parameter', 'not_found', 'listing_too_large'],
    handle: async ({ principal, parameters, body, context }) => {
      const attribute = { klass: parameters.klass, name: parameters.attribute };
      const changed = await changeAttribute({ database }, principal, attribute, body, context);
      return { status: 200, body: { data: attributeRecord(changed) } };
    },
  });
}

function attributeRecord(details: AttributeDetails): Static<typeof Attribute> {
  return { type: 'attribute', id: attributeKey(details), attributes: details };
}

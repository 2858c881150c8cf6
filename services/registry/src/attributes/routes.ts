import { standardKlasses } from '@app-platform/app-definition';
import { readApps } from '@app-platform/contracts';
import { defineRoute, type PreparedBody, type Route } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { attributeRegistry } from './attribute-registry.ts';

const responses = { 200: { description: 'A record per Klass.', schema: 'RegistryRecords' } };

/** The custom attribute registry. */
export function attributeRoutes(dependencies: Dependencies): Route<Principal>[] {
  const read = (organizationId: string, klass?: string) =>
    dependencies.responses.read(`listAttributes ${organizationId} ${klass ?? ''}`, async () => {
      const { attributes } = dependencies.database;
      return JSON.stringify(await attributeRegistry(attributes, organizationId, klass));
    });
  return [all(read), ofKlass(read)];
}

type ReadListing = (organizationId: string, klass?: string) => PreparedBody | Promise<PreparedBody>;

function all(read: ReadListing) {
  return defineRoute<Principal, undefined>({
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
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/metadata/{klass}',
    operationId: 'listAttributesOfKlass',
    summary: 'The custom attributes of one standard Klass',
    access: readApps,
    parameters: [
      {
        name: 'klass',
        in: 'path',
        description: 'The standard Klass.',
        schema: { type: 'string', enum: [...standardKlasses] },
      },
    ],
    responses,
    refusals: ['invalid_parameter', 'listing_too_large'],
    isPrepared: true,
    handle: ({ principal, parameters }) => ({
      status: 200,
      prepared: read(principal.organizationId, String(parameters.klass)),
    }),
  });
}

import { readApps } from '@app-platform/contracts';
import { defineRoute, type PreparedBody, type Route } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { attributeDetailRoutes, klassParameter } from './attribute-detail-routes.ts';
import { attributeRegistry } from './attribute-registry.ts';

const responses = { 200: { description: 'A record per Klass.', schema: 'RegistryRecords' } };

/** The custom attribute registry, and what the organization decided about attributes. */
export function attributeRoutes(dependencies: Dependencies): Route<Principal>[] {
  const read = (organizationId: string, klass?: string) =>
    dependencies.responses.read(`listAttributes ${organizationId} ${klass ?? ''}`, async () => {
      return JSON.stringify(await attributeRegistry(dependencies.database, organizationId, klass));
    });
  return [all(read), ofKlass(read), ...attributeDetailRoutes(dependencies)];
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
    parameters: [klassParameter('path')],
    responses,
    refusals: ['invalid_parameter', 'listing_too_large'],
    isPrepared: true,
    handle: ({ principal, parameters }) => ({
      status: 200,
      prepared: read(principal.organizationId, String(parameters.klass)),
    }),
  });
}

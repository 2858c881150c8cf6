import { readApps, standardKlasses } from '@app-platform/contracts';
import { defineRoute, type Route } from '@app-platform/service-kit';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { attributeRegistry } from './attribute-registry.ts';

const responses = { 200: { description: 'A record per Klass.', schema: 'RegistryRecords' } };

/** The custom attribute registry. */
export function attributeRoutes(dependencies: Dependencies): Route<Principal>[] {
  return [all(dependencies), ofKlass(dependencies)];
}

function all({ database }: Dependencies) {
  return defineRoute<Principal, undefined>({
    method: 'get',
    path: '/v1/apps/metadata',
    operationId: 'listAttributes',
    summary: 'The custom attributes of all standard Klasses',
    description: 'Covers the app versions that the organization registered or installed.',
    access: readApps,
    responses,
    handle: async ({ principal }) => {
      const body = await attributeRegistry(database.attributes, principal.organizationId);
      return { status: 200, body };
    },
  });
}

function ofKlass({ database }: Dependencies) {
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
    refusals: ['invalid_parameter'],
    handle: async ({ principal, parameters }) => {
      const { organizationId } = principal;
      const klass = String(parameters.klass);
      const body = await attributeRegistry(database.attributes, organizationId, klass);
      return { status: 200, body };
    },
  });
}

import {
  definitionPatchSchema,
  publishedDefinitionSchema,
  publishedSchema,
} from '@app-platform/app-definition';
import { dpopAlgorithms } from '@app-platform/contracts';
import { componentsOf, describeRoute, type Route } from '@app-platform/http-api';
import { tags, tagsOf } from './tags.ts';

type AnyRoute = Route<never>;

const dpopDescription =
  'An access token that is bound to a key, with a proof of possession in the header `DPoP` ' +
  `(RFC 9449). Algorithms of proofs: ${dpopAlgorithms.join(', ')}. Each proof is accepted once.`;

/**
 * The OpenAPI 3.1 document of the routes: the same declarations that requests are checked by.
 * @param baseUrl the registry's public address; empty for a document with relative addresses
 */
export function openApiDocument(routes: readonly AnyRoute[], baseUrl: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = {
      ...paths[route.path],
      [route.method]: describeRoute(route, tagsOf(route.path)),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'App registry',
      version: '1',
      description: 'Register, describe and install apps; list the attributes that they add.',
      contact: { name: 'The operator of the platform' },
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: baseUrl || '/' }],
    tags,
    security: [{ bearer: [] }, { dpop: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
        dpop: { type: 'http', scheme: 'dpop', description: dpopDescription },
      },
      schemas: { ...bodySchemas(baseUrl), ...componentsOf(routes) },
    },
  };
}

/** The request bodies that routes give by name. */
function bodySchemas(baseUrl: string): Record<string, object> {
  // The address belongs to the schema as a document of its own.
  const { $id, $schema, ...definition } = publishedDefinitionSchema(baseUrl);
  return { AppDefinition: definition, AppUpdate: publishedSchema(definitionPatchSchema) };
}

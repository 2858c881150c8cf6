import { definitionSchemaPath, publishedDefinitionSchema } from '@app-platform/app-definition';
import type { Route } from '@app-platform/http-api';
import {
  addExamples,
  documentRoute,
  documentsFolderAbove,
  type Reference,
  readExamples,
  referenceRoutes,
} from '@app-platform/reference';
import { Router } from 'express';
import { openApiDocument } from './openapi.ts';

/**
 * Documents of the API for programs, editors and people, without a credential.
 * @param baseUrl the registry's public address
 * @param home where `/` leads people to
 */
export function documentationRoutes(
  routes: readonly Route<never>[],
  baseUrl: string,
  home: '/console' | '/docs' = '/docs',
): Reference {
  const documents = documentsFolderAbove(import.meta.dirname);
  const api = addExamples(openApiDocument(routes, baseUrl), readExamples(documents), 'registry');
  const pages = referenceRoutes({
    service: 'App registry',
    documents,
    sections: ['components', 'lint'],
    ...{ api, baseUrl, more: moreDocuments(baseUrl) },
    home,
  });
  const router = Router().use(
    documentRoute('/openapi.json', api),
    documentRoute(definitionSchemaPath, publishedDefinitionSchema(baseUrl)),
    pages.routes,
  );
  return { ...pages, routes: router };
}

function moreDocuments(baseUrl: string) {
  return [
    {
      text: 'Schema of app definitions',
      address: baseUrl + definitionSchemaPath,
      description: 'JSON Schema.',
    },
    { text: 'OpenAPI', address: `${baseUrl}/openapi.json`, description: 'The API for programs.' },
  ];
}

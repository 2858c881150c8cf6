import { definitionSchemaPath, publishedDefinitionSchema } from '@app-platform/app-definition';
import type { Route } from '@app-platform/http-api';
import {
  addExamples,
  documentRoute,
  documentsFolderAbove,
  type Reference,
  readExamples,
  referenceRoutes,
  siteFolderAbove,
} from '@app-platform/reference';
import { Router } from 'express';
import { openApiDocument } from './openapi.ts';

/**
 * Documents of the API for programs, editors and people, without a credential.
 * @param addresses the public ones of the services
 * @param home where `/` leads people to
 */
export function documentationRoutes(
  routes: readonly Route<never>[],
  { baseUrl, oauthUrl }: { baseUrl: string; oauthUrl?: string | undefined },
  home: '/console' | '/docs' = '/docs',
): Reference {
  const documents = documentsFolderAbove(import.meta.dirname);
  const api = addExamples(openApiDocument(routes, baseUrl), readExamples(documents), 'registry');
  const pages = referenceRoutes({
    ...{ name: 'registry', service: 'App registry', documents },
    pages: siteFolderAbove(import.meta.dirname, 'registry'),
    ...{ api, baseUrl, oauthUrl, home, more: moreDocuments(baseUrl, oauthUrl) },
  });
  const router = Router().use(
    documentRoute('/openapi.json', api),
    documentRoute(definitionSchemaPath, publishedDefinitionSchema(baseUrl)),
    pages.routes,
  );
  return { ...pages, routes: router };
}

function moreDocuments(baseUrl: string, oauthUrl: string | undefined) {
  return [
    {
      text: 'Schema of app definitions',
      address: baseUrl + definitionSchemaPath,
      description: 'JSON Schema.',
    },
    { text: 'OpenAPI', address: `${baseUrl}/openapi.json`, description: 'The API for programs.' },
    ...(oauthUrl
      ? [
          {
            text: 'OAuth service',
            address: `${oauthUrl}/llms.txt`,
            description: 'Sign-in, tokens and users: an index like this one.',
          },
        ]
      : []),
  ];
}

import { errorHandler, type Route } from '@app-platform/http-api';
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
 * The OpenAPI document and the pages of the documentation. Need no credential.
 * @param routes the API for administrators
 * @param issuer the service's public address
 */
export function documentationRoutes(routes: readonly Route<never>[], issuer: string): Reference {
  const documents = documentsFolderAbove(import.meta.dirname);
  const api = addExamples(openApiDocument(routes, issuer), readExamples(documents), 'oauth');
  const service = 'OAuth service';
  const pages = referenceRoutes({
    ...{ name: 'oauth', service, documents, api, baseUrl: issuer, home: '/docs' },
    pages: siteFolderAbove(import.meta.dirname, 'oauth'),
    more: [
      { text: 'OpenAPI', address: `${issuer}/openapi.json`, description: 'The API for programs.' },
    ],
  });
  const router = Router()
    .use(documentRoute('/openapi.json', api), pages.routes)
    .use(errorHandler(undefined, issuer));
  return { ...pages, routes: router };
}

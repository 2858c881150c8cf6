import { errorHandler, type Route } from '@app-platform/http-api';
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
 * The OpenAPI document and the pages of the documentation. Need no credential.
 * @param routes the API for administrators
 * @param issuer the service's public address
 */
export function documentationRoutes(routes: readonly Route<never>[], issuer: string): Reference {
  const documents = documentsFolderAbove(import.meta.dirname);
  const described = openApiDocument(routes, issuer);
  const document = addExamples(described, readExamples(documents), 'oauth');
  const service = 'OAuth service';
  const pages = referenceRoutes({ service, documents, sections: [], home: '/docs' });
  const router = Router()
    .use(documentRoute('/openapi.json', document), pages.routes)
    .use(errorHandler(undefined, issuer));
  return { ...pages, routes: router };
}

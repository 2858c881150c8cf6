import { errorHandler, type Route } from '@app-platform/http-api';
import {
  addExamples,
  documentsFolderAbove,
  readExamples,
  referenceRoutes,
} from '@app-platform/reference';
import { type RequestHandler, Router } from 'express';
import { openApiDocument } from './openapi.ts';

/**
 * The OpenAPI document and the pages of the documentation. Need no credential.
 * @param routes the API for administrators
 * @param issuer the service's public address
 */
export function documentationRoutes(
  routes: readonly Route<never>[],
  issuer: string,
): RequestHandler {
  const documents = documentsFolderAbove(import.meta.dirname);
  const described = openApiDocument(routes, issuer);
  const document = addExamples(described, readExamples(documents), 'oauth');
  // Bytes are shared by all answers; a string would be copied for each.
  const bytes = Buffer.from(JSON.stringify(document));
  return Router()
    .get('/openapi.json', (_request, response) => {
      // Express adds the ETag and answers 304.
      response
        // Documentation pages in a browser read it from their own sites.
        .set({ 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' })
        .type('json')
        .send(bytes);
    })
    .use(referenceRoutes({ service: 'OAuth service', documents, sections: [] }))
    .use(errorHandler(undefined, issuer));
}

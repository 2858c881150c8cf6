import type { Route } from '@app-platform/http-api';
import { type RequestHandler, Router } from 'express';
import { openApiDocument } from './openapi.ts';

/**
 * The OpenAPI document. Needs no credential.
 * @param routes the API for administrators
 * @param issuer the service's public address
 */
export function documentationRoutes(
  routes: readonly Route<never>[],
  issuer: string,
): RequestHandler {
  // Bytes are shared by all answers; a string would be copied for each.
  const bytes = Buffer.from(JSON.stringify(openApiDocument(routes, issuer)));
  return Router().get('/openapi.json', (_request, response) => {
    // Express adds the ETag and answers 304.
    response
      // Documentation pages in a browser read it from their own sites.
      .set({ 'Cache-Control': 'public, max-age=60', 'Access-Control-Allow-Origin': '*' })
      .type('json')
      .send(bytes);
  });
}

import { type RequestHandler, Router } from 'express';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document. Needs no credential. */
export function documentationRoutes(): RequestHandler {
  // Bytes are shared by all answers; a string would be copied for each.
  const bytes = Buffer.from(JSON.stringify(openApiDocument()));
  return Router().get('/openapi.json', (_request, response) => {
    // Express adds the ETag and answers 304.
    response.set('Cache-Control', 'public, max-age=60').type('json').send(bytes);
  });
}

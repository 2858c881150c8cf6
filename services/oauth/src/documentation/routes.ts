import { type RequestHandler, Router } from 'express';
import { openApiDocument } from './openapi.ts';

/** What describes the API, for programs. Needs no credential. */
export function documentationRoutes(): RequestHandler {
  const text = JSON.stringify(openApiDocument());
  return Router().get('/openapi.json', (_request, response) => {
    // Express adds an entity tag of the text, and answers 304 where it is known.
    response.set('Cache-Control', 'public, max-age=60').type('json').send(text);
  });
}

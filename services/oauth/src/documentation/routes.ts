import { type RequestHandler, Router } from 'express';
import { openApiDocument } from './openapi.ts';

/** What describes the API, for programs. Needs no credential. */
export function documentationRoutes(): RequestHandler {
  // In bytes: of a text each answer would be a copy, for as long as its reader takes.
  const bytes = Buffer.from(JSON.stringify(openApiDocument()));
  return Router().get('/openapi.json', (_request, response) => {
    // Express adds an entity tag of the bytes, and answers 304 where it is known.
    response.set('Cache-Control', 'public, max-age=60').type('json').send(bytes);
  });
}

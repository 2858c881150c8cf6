import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { definitionSchemaPath, publishedDefinitionSchema } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, type Route } from '@app-platform/http-api';
import { Router } from 'express';
import { openApiDocument } from './openapi.ts';
import { documentationPage } from './page.ts';

/** In bytes, made once: of a text each answer would be a copy, for as long as its reader takes. */
type Document = { path: string; type: string; bytes: Buffer; isForAnySite?: boolean };

/**
 * Documents of the API for programs, editors and people, without a credential.
 * @param baseUrl the registry's public address
 */
export function documentationRoutes(routes: readonly Route<never>[], baseUrl: string): Router {
  const style = readFileSync(new URL('style.css', import.meta.url));
  const json = (path: string, document: object): Document => ({
    path,
    type: 'application/json; charset=utf-8',
    bytes: Buffer.from(JSON.stringify(document)),
    isForAnySite: true,
  });
  const documents: Document[] = [
    json('/openapi.json', openApiDocument(routes, baseUrl)),
    json(definitionSchemaPath, publishedDefinitionSchema(baseUrl)),
    {
      path: '/docs',
      type: 'text/html; charset=utf-8',
      bytes: Buffer.from(documentationPage(routes, baseUrl)),
    },
    { path: '/docs/style.css', type: 'text/css; charset=utf-8', bytes: style },
  ];
  const router = Router();
  for (const document of documents) serve(router, document);
  return router;
}

function serve(router: Router, { path, type, bytes, isForAnySite }: Document): void {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  const place = router.route(path);
  place.get((_request, response) => {
    response.set({ 'Content-Type': type, ETag: etag, 'Cache-Control': 'public, max-age=60' });
    // Editors and documentation pages in a browser read the documents from their own sites.
    if (isForAnySite) response.set('Access-Control-Allow-Origin', '*');
    response.send(bytes);
  });
  place.all((request, response) => {
    response.setHeader('Allow', 'GET, HEAD');
    const detail = `${request.method} is not supported here; GET and HEAD are.`;
    throw new AppError(problem('method_not_allowed', detail));
  });
}

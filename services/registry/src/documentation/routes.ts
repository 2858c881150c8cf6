import { hash } from 'node:crypto';
import { definitionSchemaPath, publishedDefinitionSchema } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, type Route } from '@app-platform/http-api';
import {
  addExamples,
  documentsFolderAbove,
  readExamples,
  referenceRoutes,
} from '@app-platform/reference';
import { Router } from 'express';
import { openApiDocument } from './openapi.ts';

/** In bytes, made once: of a text each answer would be a copy, for as long as its reader takes. */
type Document = { path: string; bytes: Buffer };

/**
 * Documents of the API for programs, editors and people, without a credential.
 * @param baseUrl the registry's public address
 */
export function documentationRoutes(routes: readonly Route<never>[], baseUrl: string): Router {
  const json = (path: string, document: object): Document => ({
    path,
    bytes: Buffer.from(JSON.stringify(document)),
  });
  const folder = documentsFolderAbove(import.meta.dirname);
  const described = openApiDocument(routes, baseUrl);
  const documents: Document[] = [
    json('/openapi.json', addExamples(described, readExamples(folder), 'registry')),
    json(definitionSchemaPath, publishedDefinitionSchema(baseUrl)),
  ];
  const router = Router();
  for (const document of documents) serve(router, document);
  return router.use(
    referenceRoutes({
      service: 'App registry',
      documents: folder,
      sections: ['components', 'lint'],
    }),
  );
}

function serve(router: Router, { path, bytes }: Document): void {
  const etag = `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
  const place = router.route(path);
  place.get((_request, response) => {
    response.set({
      'Content-Type': 'application/json; charset=utf-8',
      ETag: etag,
      'Cache-Control': 'public, max-age=60',
      // Editors and documentation pages in a browser read the documents from their own sites.
      'Access-Control-Allow-Origin': '*',
    });
    response.send(bytes);
  });
  place.all((request, response) => {
    response.setHeader('Allow', 'GET, HEAD');
    const detail = `${request.method} is not supported here; GET and HEAD are.`;
    throw new AppError(problem('method_not_allowed', detail));
  });
}

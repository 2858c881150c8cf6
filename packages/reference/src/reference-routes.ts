import { randomBytes } from 'node:crypto';
import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { assetRoutes } from './assets/asset-routes.ts';
import { documentHandler, refuseOtherMethods, textRoute } from './document-route.ts';
import { type ApiDocument, apiMarkdown } from './markdown/api-markdown.ts';
import { type Link, llmsIndex } from './markdown/llms-index.ts';
import { MARKDOWN, markdownPath, markdownVersion } from './markdown/markdown-version.ts';
import { fileOf, htmlOfMarkdown, readDocument } from './pages/documents.ts';
import { documentPolicy, pageRenderer, redocPolicy, type Site } from './pages/render-page.ts';

export type ReferenceOptions = Site & {
  /** The folder of the Markdown documents. */
  documents: string;
  /** The OpenAPI document, with examples. */
  api: object;
  /** The service's public address. */
  baseUrl: string;
  /** Further documents of `/llms.txt`. */
  more: readonly Link[];
  /** Where `/` redirects browsers to. */
  home: '/console' | '/docs';
};

export type Reference = {
  /** The pages under `/docs`, as Markdown too, and `/llms.txt`. They need no credential. */
  routes: Router;
  /** Sends browsers a page for an unknown path; passes other callers on. */
  unknownPage: RequestHandler;
};

export function referenceRoutes(options: ReferenceOptions): Reference {
  const { documents, sections, home, baseUrl } = options;
  const assets = assetRoutes();
  const render = pageRenderer(options, assets.addresses);
  const router = Router();
  router.get('/', (request, response, next) => {
    if (prefersPage(request)) response.redirect(home);
    else next();
  });
  const api = apiAsMarkdown(options);
  router.use(textRoute('/llms.txt', indexHandler(options)), textRoute('/docs.md', api));
  router.use('/docs', compression());
  router.get('/docs', (request, response, next) => {
    response.vary('Accept');
    if (prefersMarkdown(request)) return api(request, response, next);
    const nonce = randomBytes(16).toString('base64url');
    response.set('Content-Security-Policy', redocPolicy(nonce));
    send(
      response,
      render({ title: `${options.service} API`, current: '/docs', markdown: '/docs.md', nonce }),
    );
  });
  router.use(assets.router);
  router.get('/docs/*page', async (request, response, next) => {
    const path = request.path.replace(/\.md$/, '');
    const file = fileOf(path, sections);
    const text = file && (await readDocument(documents, file));
    if (!file || !text) return next();
    response.set('Cache-Control', 'public, max-age=60');
    const hasOtherForm = path === request.path;
    if (hasOtherForm) response.vary('Accept');
    if (!hasOtherForm || prefersMarkdown(request)) {
      response.type(MARKDOWN).send(markdownVersion(text, file, baseUrl));
      return;
    }
    const current = file.startsWith('errors') ? path : path.split('/', 3).join('/');
    const html = await htmlOfMarkdown(text, file);
    response.set('Content-Security-Policy', documentPolicy);
    send(response, render({ title: titleOf(text), current, markdown: markdownPath(path), html }));
  });
  router.all(['/docs', '/docs/*page'], refuseOtherMethods);
  const unknownPage: RequestHandler = (request, response, next) => {
    if (!prefersPage(request)) return next();
    const html = `<h1>There is no page at this address</h1><p><a href="${home}">Start page</a></p>`;
    response.status(404).set({ 'Content-Security-Policy': documentPolicy });
    send(response, render({ title: 'Page not found', current: '', markdown: '', html }));
  };
  return { routes: router, unknownPage };
}

function apiAsMarkdown({ api, baseUrl }: ReferenceOptions): RequestHandler {
  const bytes = Buffer.from(apiMarkdown(api as ApiDocument, baseUrl));
  return documentHandler(MARKDOWN, () => bytes);
}

function indexHandler(options: ReferenceOptions): RequestHandler {
  const { description } = (options.api as ApiDocument).info;
  return documentHandler(MARKDOWN, async () =>
    Buffer.from(await llmsIndex({ ...options, description })),
  );
}

function prefersMarkdown(request: Request): boolean {
  return request.accepts(['text/html', MARKDOWN]) === MARKDOWN;
}

/** Browsers prefer HTML to JSON; programs that accept anything do not. */
function prefersPage(request: Request): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && request.accepts(['json', 'html']) === 'html';
}

function send(response: Response, html: string): void {
  response.type('html').send(html);
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Documentation';
}

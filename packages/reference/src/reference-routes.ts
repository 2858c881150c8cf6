import { randomBytes } from 'node:crypto';
import compression from 'compression';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { assetRoutes } from './assets/asset-routes.ts';
import { refuseOtherMethods } from './document-route.ts';
import { fileOf, htmlOfMarkdown, readDocument } from './pages/documents.ts';
import { documentPolicy, pageRenderer, redocPolicy, type Site } from './pages/render-page.ts';

export type ReferenceOptions = Site & {
  /** The folder of the Markdown documents. */
  documents: string;
  /** Where `/` redirects browsers to. */
  home: '/console' | '/docs';
};

export type Reference = {
  /** The pages under `/docs`. They need no credential. */
  routes: Router;
  /** Sends browsers a page for an unknown path; passes other callers on. */
  unknownPage: RequestHandler;
};

export function referenceRoutes(options: ReferenceOptions): Reference {
  const { documents, sections, home } = options;
  const assets = assetRoutes();
  const render = pageRenderer(options, assets.addresses);
  const router = Router();
  router.get('/', (request, response, next) => {
    if (prefersPage(request)) response.redirect(home);
    else next();
  });
  router.use('/docs', compression());
  router.get('/docs', (_request, response) => {
    const nonce = randomBytes(16).toString('base64url');
    response.set('Content-Security-Policy', redocPolicy(nonce));
    send(response, render({ title: `${options.service} API`, current: '/docs', nonce }));
  });
  router.use(assets.router);
  router.get('/docs/*page', async ({ path }, response, next) => {
    const file = fileOf(path, sections);
    const text = file && (await readDocument(documents, file));
    if (!file || !text) return next();
    const headers = {
      'Content-Security-Policy': documentPolicy,
      'Cache-Control': 'public, max-age=60',
    };
    const current = file.startsWith('errors') ? path : path.split('/', 3).join('/');
    const html = await htmlOfMarkdown(text, file);
    send(response.set(headers), render({ title: titleOf(text), current, html }));
  });
  router.all(['/docs', '/docs/*page'], refuseOtherMethods);
  const unknownPage: RequestHandler = (request, response, next) => {
    if (!prefersPage(request)) return next();
    const html = `<h1>There is no page at this address</h1><p><a href="${home}">Start page</a></p>`;
    response.status(404).set({ 'Content-Security-Policy': documentPolicy });
    send(response, render({ title: 'Page not found', current: '', html }));
  };
  return { routes: router, unknownPage };
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

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_PATH } from '@app-platform/contracts';
import compression from 'compression';
import { type Request, type RequestHandler, Router } from 'express';
import { documentHandler, refuseOtherMethods, textRoute } from './document-route.ts';
import { type ApiDocument, apiMarkdown } from './markdown/api-markdown.ts';
import { type Link, llmsIndex } from './markdown/llms-index.ts';
import { MARKDOWN, markdownVersion } from './markdown/markdown-version.ts';
import { fileOf, readDocument } from './pages/documents.ts';
import { pagePolicy, siteFiles } from './pages/site-files.ts';
import { type SiteName, sites } from './pages/sites.ts';

export type ReferenceOptions = {
  name: SiteName;
  /** The name of the service. */
  service: string;
  /** The folder of the Markdown documents. */
  documents: string;
  /** The folder of the built pages. */
  pages: string;
  /** The OpenAPI document, with examples. */
  api: object;
  /** The service's public address. */
  baseUrl: string;
  /** The OAuth service's public address, to which the request console sends too. */
  oauthUrl?: string | undefined;
  /** Further documents of `/llms.txt`. */
  more: readonly Link[];
  /** Where `/` redirects browsers to. */
  home: typeof CONSOLE_PATH | '/docs';
};

export type Reference = {
  /** The pages under `/docs`, as Markdown too, and `/llms.txt`. They need no credential. */
  routes: Router;
  /** Sends browsers a page for an unknown path; passes other callers on. */
  unknownPage: RequestHandler;
};

export function referenceRoutes(options: ReferenceOptions): Reference {
  const { home, pages } = options;
  const policy = pagePolicy(options.oauthUrl);
  const router = Router();
  router.get('/', (request, response, next) => {
    if (prefersPage(request)) response.redirect(home);
    else next();
  });
  const api = apiAsMarkdown(options);
  router.use(textRoute('/llms.txt', indexHandler(options)), textRoute('/docs.md', api));
  router.all(['/docs', '/docs/*page'], refuseOtherMethods);
  // Files are compressed already. Markdown names the address of the service.
  router.use('/docs', compression({ threshold: 0 }));
  router.get('/docs', (request, response, next) => {
    if (!prefersMarkdown(request)) return next();
    response.vary('Accept');
    return api(request, response, next);
  });
  router.get('/docs/installation.json', installationHandler(options));
  router.get('/docs/*page', markdownHandler(options));
  router.use(siteFiles(pages, policy));
  const html = readFileSync(join(pages, '404.html'));
  const unknownPage: RequestHandler = (request, response, next) => {
    if (!prefersPage(request)) return next();
    response.status(404).set({ 'Content-Security-Policy': policy });
    response.type('html').send(html);
  };
  return { routes: router, unknownPage };
}

/** Sends documents as Markdown. The pages of operations have a file in Markdown too. */
function markdownHandler({ name, documents, baseUrl }: ReferenceOptions): RequestHandler {
  const site = sites[name];
  return async (request, response, next) => {
    const path = request.path.replace(/\.md$/, '');
    const isWanted = path !== request.path || prefersMarkdown(request);
    if (!isWanted || path.startsWith('/docs/assets/')) return next();
    const file = fileOf(path, site);
    const text = file && (await readDocument(documents, file));
    if (!file || !text) {
      if (path === request.path) request.url = request.url.replace(path, `${path}.md`);
      return next();
    }
    response.set('Cache-Control', 'public, max-age=60').vary('Accept');
    response.type(MARKDOWN).send(markdownVersion(text, file, { ...site, baseUrl }));
  };
}

/** What the request console needs to know: where to send to, and whether a reader can sign in here. */
function installationHandler({ name, baseUrl, oauthUrl, home }: ReferenceOptions): RequestHandler {
  const addresses =
    name === 'registry' ? { registry: baseUrl, oauth: oauthUrl ?? null } : { oauth: baseUrl };
  // The sign-in is that of the console, and comes back there.
  const signIn = name === 'registry' && oauthUrl !== undefined && home === CONSOLE_PATH;
  return (_request, response) => {
    response.set('Cache-Control', 'no-cache').json({ ...addresses, signIn });
  };
}

function apiAsMarkdown({ api, baseUrl }: ReferenceOptions): RequestHandler {
  const bytes = Buffer.from(apiMarkdown(api as ApiDocument, baseUrl));
  return documentHandler(MARKDOWN, () => bytes);
}

function indexHandler(options: ReferenceOptions): RequestHandler {
  const { description } = (options.api as ApiDocument).info;
  const site = sites[options.name];
  return documentHandler(MARKDOWN, async () =>
    Buffer.from(await llmsIndex({ ...options, site, description })),
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

import { randomBytes } from 'node:crypto';
import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import { type RequestHandler, type Response, Router } from 'express';
import { assetRoutes } from './assets/asset-routes.ts';
import { fileOf, readDocument } from './pages/documents.ts';
import { htmlOfMarkdown } from './pages/markdown.ts';
import { documentPolicy, redocPolicy } from './pages/policies.ts';
import { pageRenderer, type Site } from './pages/render-page.ts';

export type ReferenceOptions = Site & {
  /** The folder of the Markdown documents. */
  documents: string;
};

/** The pages under `/docs`. They need no credential. */
export function referenceRoutes(options: ReferenceOptions): Router {
  const { documents, sections } = options;
  const assets = assetRoutes();
  const render = pageRenderer(options, assets.addresses);
  const router = Router();
  router.get('/docs', (_request, response) => {
    const nonce = randomBytes(16).toString('base64url');
    // Each answer has a nonce of its own.
    response.set({ 'Content-Security-Policy': redocPolicy(nonce), 'Cache-Control': 'no-store' });
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
  return router;
}

function send(response: Response, html: string): void {
  response.type('html').send(html);
}

function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? 'Documentation';
}

const refuseOtherMethods: RequestHandler = (request, response, next) => {
  if (['GET', 'HEAD'].includes(request.method)) return next();
  response.setHeader('Allow', 'GET, HEAD');
  const detail = `${request.method} is not supported here; GET and HEAD are.`;
  throw new AppError(problem('method_not_allowed', detail));
};

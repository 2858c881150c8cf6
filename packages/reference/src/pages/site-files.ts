import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import sirv from 'sirv';
import type { SiteName } from './sites.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Finds the built pages of a service in a source tree and in a production tree.
 * @param folder where to begin, usually `import.meta.dirname`
 */
export function siteFolderAbove(folder: string, name: SiteName): string {
  const candidate = join(folder, 'dist/docs', name);
  if (existsSync(join(candidate, 'index.html'))) return candidate;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('The documentation is not built. Run: npm run generate');
  return siteFolderAbove(parent, name);
}

/** Scripts, styles and connections of this service, and connections to the OAuth service. */
export function pagePolicy(oauthUrl: string | undefined): string {
  const others = oauthUrl ? ` ${new URL(oauthUrl).origin}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'img-src data:',
    `connect-src 'self'${others}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** Serves the built files from the disk, compressed as they are there. */
export function siteFiles(folder: string, policy: string): Router {
  // With `dev` a file is looked up for each request: a build replaces the folder of a source tree. Without ETag:
  // sirv sends 304 without these headers, and browsers then keep the policy of the API for the page.
  const options = { brotli: true, gzip: true, dev: true };
  const pages = sirv(folder, {
    ...{ ...options, extensions: ['html'] },
    // A header of the response counts more than one of sirv's options.
    setHeaders: (response, path) => {
      const type = path.endsWith('.md') ? 'text/markdown' : 'text/html';
      response.setHeader('Content-Type', `${type}; charset=utf-8`);
      response.setHeader('Cache-Control', 'public, max-age=60');
      response.setHeader('Vary', 'Accept, Accept-Encoding');
      response.setHeader('Content-Security-Policy', policy);
    },
  });
  // Every name holds a hash of the content.
  const assets = sirv(join(folder, 'assets'), {
    ...options,
    setHeaders: (response) => response.setHeader('Cache-Control', FOREVER),
  });
  return Router().use('/docs/assets', assets, notFound).use('/docs', pages);
}

/** Pages have other headers than assets. */
const notFound: RequestHandler = (_request, _response, next) => next('router');

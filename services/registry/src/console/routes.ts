import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import sirv from 'sirv';

/**
 * Finds the built console in a source tree and in a production tree.
 * @param folder where to begin, usually `import.meta.dirname`
 * @returns undefined where the console is not built
 */
export function consoleFolderAbove(folder: string): string | undefined {
  const candidate = join(folder, 'dist/console');
  if (existsSync(join(candidate, 'index.html'))) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : consoleFolderAbove(parent);
}

const ASSETS_POLICY = "default-src 'none'; script-src 'self'";

export type ConsoleOptions = {
  /** The registry's public address. */
  baseUrl: string;
  /** The built console. */
  folder: string;
  /** The OAuth service's public address: people sign in there, and its API is called. */
  oauthUrl: string;
};

/**
 * Serves the console under `/console`. It is static: people sign in at the OAuth service, and the pages
 * call the public APIs with an access token.
 */
export function consoleRoutes({ folder, baseUrl, oauthUrl }: ConsoleOptions): Router {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('%REGISTRY_URL%', escaped(baseUrl))
    .replaceAll('%OAUTH_URL%', escaped(oauthUrl));
  const showPage: RequestHandler = (_request, response) => {
    const nonce = randomBytes(16).toString('base64url');
    response.set({
      'Content-Security-Policy': consolePolicy(nonce, oauthUrl),
      // Each answer has a nonce of its own.
      'Cache-Control': 'no-store',
    });
    response.type('html').send(page.replaceAll('%NONCE%', nonce));
  };
  // Every name holds a hash of the content.
  const assets = sirv(join(folder, 'assets'), {
    brotli: true,
    gzip: true,
    setHeaders: (response) => {
      // sirv's own option leaves the `no-store` that the response begins with.
      response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
      // The worker of the editor has the policy of its own script.
      response.setHeader('Content-Security-Policy', ASSETS_POLICY);
    },
  });
  const router = Router();
  router.use('/console/assets', assets);
  // The address of a page is read by the page itself.
  router.get(['/console', /^\/console\/(?!assets\/)/], showPage);
  return router;
}

/** Scripts of this origin alone. The editor and the component library add styles, with the nonce. */
function consolePolicy(nonce: string, oauthUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    // Icons and screenshots are where the developers of apps keep them.
    "img-src 'self' https: data:",
    `connect-src 'self' ${new URL(oauthUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

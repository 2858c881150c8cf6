import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Request, type Response, Router } from 'express';
import {
  openCompressedRedoc,
  openRedocBundle,
  redocEncodings,
  redocFileName,
} from './redoc-bundle.ts';

const FOLDER = '/docs/assets';
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The addresses of the style sheet and the scripts of the pages. */
export type AssetAddresses = { style: string; redoc: string; start: string };

/** Serves styles and scripts. Their names change with their content, so browsers keep them. */
export function assetRoutes(): { router: Router; addresses: AssetAddresses } {
  const router = Router();
  const serve = (
    name: string,
    open: (request: Request, response: Response) => Readable,
  ): string => {
    const path = `${FOLDER}/${name}`;
    router.get(path, async (request, response) => {
      response.set({
        'Content-Type': types[extname(name)],
        'Cache-Control': 'public, max-age=31536000, immutable',
      });
      if (request.method === 'HEAD') response.end();
      else await pipeline(open(request, response), response).catch(ignoreClosed);
    });
    return path;
  };
  const own = (name: string): string => {
    const bytes = readFileSync(new URL(`reference/${name}`, import.meta.url));
    const [base, end] = name.split('.');
    const digest = hash('sha256', bytes, 'hex').slice(0, 8);
    return serve(`${base}-${digest}.${end}`, () => Readable.from([bytes]));
  };
  const addresses = {
    style: own('reference.css'),
    redoc: serve(redocFileName(), openRedoc),
    start: own('start-redoc.js'),
  };
  return { router, addresses };
}

/** Sends the bundle that the production build compressed, or the uncompressed one. */
function openRedoc(request: Request, response: Response): Readable {
  const encoding = request.acceptsEncodings(...redocEncodings);
  const found = redocEncodings.find((one) => one === encoding);
  if (!found) return openRedocBundle();
  response.set({ 'Content-Encoding': found, Vary: 'Accept-Encoding' });
  return openCompressedRedoc(found);
}

/** Ignores a connection that the client closed. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
}

/**
 * The baseline of reads: what Express 5 alone makes of the same answers. It does nothing else, so
 * no service on Express can be faster without leaving a part of Express out.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';

/** What the benchmark sends first; the answer is the port. */
export type BareExpressSetup = {
  bearer: string;
  pages: BarePage[];
  /** Where it is given, `pg` asks there whether it answers, before anything is served. */
  databaseUrl?: string;
};

export type BarePage = {
  /** GET where it is left out. */
  method?: 'GET' | 'POST';
  /** With its query, which is not looked at. */
  path: string;
  contentType: string;
  body: string;
  /** Whoever names it in `If-None-Match` is told that nothing changed. */
  etag?: string;
};

async function serve({ bearer, pages, databaseUrl }: BareExpressSetup): Promise<void> {
  if (databaseUrl) await askDatabase(databaseUrl);
  const app = express();
  const expected = `Bearer ${bearer}`;
  for (const { method, path, contentType, body, etag } of pages) {
    const bytes = Buffer.from(body);
    const [route = ''] = path.split('?');
    app[method === 'POST' ? 'post' : 'get'](route, (request, response) => {
      if (request.headers.authorization !== expected) {
        response.status(401).end();
        return;
      }
      if (etag !== undefined && request.headers['if-none-match'] === etag) {
        response.status(304).set('ETag', etag).end();
        return;
      }
      response.set('Content-Type', contentType).send(bytes);
    });
  }
  const server = app.listen(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}

async function askDatabase(connectionString: string): Promise<void> {
  const { default: pg } = await import('pg');
  await new pg.Pool({ connectionString }).query('SELECT 1');
}

process.once('message', (message) => void serve(message as BareExpressSetup));
// Nobody is left to serve.
process.on('disconnect', () => process.exit());

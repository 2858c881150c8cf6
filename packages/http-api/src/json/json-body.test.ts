import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import express, { type ErrorRequestHandler, type Express } from 'express';
import request from 'supertest';
import { AppError } from '../errors/app-error.ts';
import { type JsonBodyOptions, jsonBody } from './json-body.ts';

const seenErrors: unknown[] = [];

const showProblems: ErrorRequestHandler = (error, _request, response, _next) => {
  seenErrors.push(error);
  const { status, problems, headers } = error as AppError;
  response.status(status).set(headers).json({ errors: problems });
};

function echo(options?: JsonBodyOptions): Express {
  const app = express();
  app.use(jsonBody(options));
  app.use((req, response) => {
    response.json(req.body === undefined ? { hasBody: false } : { body: req.body });
  });
  app.use(showProblems);
  return app;
}

/** As a client that knows nothing of JSON would: exactly these bytes. */
function post(app: Express, body: string | Buffer, headers: Record<string, string> = {}) {
  const sent = request(app)
    .post('/')
    .set({ 'Content-Type': 'application/json', ...headers });
  return sent.serialize((bytes) => bytes as unknown as string).send(body);
}

function codesOf(response: request.Response): string[] {
  return response.body.errors.map(({ code }: { code: string }) => code);
}

const servers: Server[] = [];

async function serve(app: Express): Promise<number> {
  const server = createServer(app).listen(0, '127.0.0.1');
  servers.push(server);
  await new Promise((resolve) => server.once('listening', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  seenErrors.length = 0;
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** Sends all parts, reads only then, up to the text that is waited for or the connection's end. */
async function exchange(port: number, parts: (string | Buffer)[], until = ']}'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  const failure = new Promise<never>((_, reject) => socket.once('error', reject));
  const answer = (async () => {
    for (const part of parts) {
      if (!socket.write(part)) await new Promise((resolve) => socket.once('drain', resolve));
    }
    await new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        received.push(chunk);
        if (Buffer.concat(received).includes(until)) resolve();
      });
      socket.once('end', resolve);
    });
    return Buffer.concat(received).toString();
  })();
  try {
    return await Promise.race([answer, failure]);
  } finally {
    socket.destroy();
  }
}

describe('a JSON body', () => {
  it('is read', async () => {
    const response = await post(echo(), '{"a":["é",1]}');
    expect(response.body).toEqual({ body: { a: ['é', 1] } });
  });

  it.each(['null', 'false', '0', '""'])('may be %s', async (text) => {
    expect((await post(echo(), text)).body).toEqual({ body: JSON.parse(text) });
  });

  it('may begin with a byte order mark', async () => {
    expect((await post(echo(), '\uFEFF{}')).body).toEqual({ body: {} });
  });

  it('is undefined where there is none, whatever the content type', async () => {
    const app = echo();
    for (const type of ['application/json', 'text/plain']) {
      expect((await request(app).get('/').set('Content-Type', type)).body).toEqual({
        hasBody: false,
      });
      expect((await post(app, '', { 'Content-Type': type, 'Content-Length': '0' })).body).toEqual({
        hasBody: false,
      });
    }
  });

  it('is undefined where its chunks turn out empty', async () => {
    const answer = await exchange(await serve(echo()), [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: close\r\n' +
        'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ]);
    expect(answer).toContain('{"hasBody":false}');
  });

  it('is refused with every problem in it', async () => {
    const response = await post(echo({ maxDepth: 1 }), '{"a":[],"b":1e999,"b":1}');
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual(['nesting_too_deep', 'inexact_number', 'duplicate_key']);
    expect(seenErrors[0]).toBeInstanceOf(AppError);
  });

  it('is refused where it is not UTF-8', async () => {
    const response = await post(echo(), Buffer.from([0x22, 0xff, 0x22]));
    expect(response.status).toBe(400);
    expect(response.body.errors).toMatchObject([
      {
        code: 'malformed_json',
        detail:
          'Line 1, column 2: expected UTF-8, found the byte 0xFF. Save or send the text as UTF-8.',
        source: { pointer: '' },
        meta: { line: 1, column: 2 },
      },
    ]);
  });
});

describe('the type of a JSON body', () => {
  it.each([
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
    'application/merge-patch+json; profile="a;b"',
  ])('may be %s', async (type) => {
    expect((await post(echo(), '{}', { 'Content-Type': type })).status).toBe(200);
  });

  it.each([
    'text/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/+json',
    'json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
  ])('may not be %s', async (type) => {
    const response = await post(echo(), '{}', { 'Content-Type': type });
    expect(response.status).toBe(415);
    expect(response.headers.accept).toBe('application/json');
    expect(response.body.errors).toMatchObject([
      { code: 'unsupported_media_type', source: { header: 'content-type' } },
    ]);
  });

  it('may not be left out', async () => {
    const answer = await exchange(await serve(echo()), [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    ]);
    expect(answer).toContain('HTTP/1.1 415');
  });
});

describe('a compressed JSON body', () => {
  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('is inflated: %s', async (encoding, compress) => {
    const response = await post(echo(), compress('{"a":1}'), { 'Content-Encoding': encoding });
    expect(response.body).toEqual({ body: { a: 1 } });
  });

  it.each(['compress', 'zstd', 'gzip, gzip'])('may not be in %s', async (encoding) => {
    const response = await post(echo(), '{}', { 'Content-Encoding': encoding });
    expect(response.status).toBe(415);
    expect(response.headers['accept-encoding']).toBe('gzip, br, deflate');
    expect(response.body.errors).toMatchObject([{ source: { header: 'content-encoding' } }]);
  });

  it.each([
    ['garbage', Buffer.from('{"a":1}')],
    ['cut short', gzipSync('{"a":1}').subarray(0, 15)],
  ])('is refused where it is %s', async (_, body) => {
    const response = await post(echo(), body, { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(400);
    expect(codesOf(response)).toEqual(['malformed_json']);
  });

  it('is refused once it inflates beyond the limit', async () => {
    const bomb = gzipSync(Buffer.alloc(200_000_000, ' '));
    const before = process.memoryUsage().rss;
    const response = await post(echo(), bomb, { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(413);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
});

describe('a JSON body over the limit', () => {
  const tooLarge = {
    errors: [
      {
        status: 413,
        code: 'payload_too_large',
        title: 'The body is too large',
        detail: 'A body may be at most 10 bytes long, as sent and once decompressed.',
      },
    ],
  };

  it('is refused, and one at the limit is not', async () => {
    const app = echo({ maxBytes: 10 });
    expect((await post(app, '"12345678"')).status).toBe(200);
    const response = await post(app, '"123456789"');
    expect(response.status).toBe(413);
    expect(response.body).toEqual(tooLarge);
  });

  it('is refused by its stated length, before it arrives', async () => {
    const answer = await exchange(await serve(echo({ maxBytes: 10 })), [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        'Content-Length: 1000000000\r\n\r\n',
    ]);
    expect(answer).toContain('HTTP/1.1 413');
  });

  it('is refused while it arrives, though its chunks may never end', async () => {
    const answer = await exchange(await serve(echo({ maxBytes: 10 })), [
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n' +
        'Transfer-Encoding: chunked\r\n\r\nb\r\n[1111111111\r\n',
    ]);
    expect(answer).toContain('HTTP/1.1 413');
  });

  it.each(['keep-alive', 'close'])(
    'lets its sender see the answer after sending 8 MB: %s',
    async (connection) => {
      const port = await serve(echo());
      const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nConnection: ${connection}\r\n`;
      const part = Buffer.alloc(1_000_000, ' ');
      const parts = Array<Buffer>(8).fill(part);
      const stated = await exchange(port, [`${head}Content-Length: 8000000\r\n\r\n`, ...parts]);
      expect(stated).toContain('HTTP/1.1 413');
      const chunks = parts.flatMap((bytes) => [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n']);
      const chunked = [`${head}Transfer-Encoding: chunked\r\n\r\n`, ...chunks, '0\r\n\r\n'];
      expect(await exchange(port, chunked)).toContain('HTTP/1.1 413');
      expect(seenErrors).toHaveLength(2);
    },
  );

  it('leaves the connection fit for the next request', async () => {
    const port = await serve(echo({ maxBytes: 10 }));
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const next = `${head}Content-Length: 3\r\nConnection: close\r\n\r\n[1]`;
    const parts = [`${head}Content-Length: 100000\r\n\r\n`, Buffer.alloc(100_000, ' '), next];
    const answer = await exchange(port, parts, '{"body":');
    expect(answer).toMatch(/^HTTP\/1.1 413.*HTTP\/1.1 200.*\{"body":\[1\]\}$/s);
  });

  it('is refused to a fetching client as well', async () => {
    const port = await serve(echo());
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: ' '.repeat(5_000_000),
    });
    expect(response.status).toBe(413);
  });

  it('is cut off when far more keeps coming', async () => {
    const port = await serve(echo({ maxBytes: 10 }));
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 1000000000000\r\n\r\n');
    const part = Buffer.alloc(1_000_000, ' ');
    const send = (): void => {
      while (!socket.destroyed && socket.write(part));
    };
    socket.on('drain', send);
    socket.resume();
    send();
    await closed;
    expect(socket.bytesWritten).toBeLessThan(200_000_000);
  });
});

describe('a body that its sender gives up', () => {
  it.each([
    ['', '{"a":'],
    ['Content-Encoding: gzip\r\n', gzipSync('{"a":1}').subarray(0, 12)],
  ])('harms nothing: %j', async (header, part) => {
    const port = await serve(echo());
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${header}`);
    socket.write('Content-Length: 100\r\n\r\n');
    socket.write(part);
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const error of seenErrors) {
      expect((error as AppError).problems).toMatchObject([{ code: 'request_aborted' }]);
    }
    const response = await fetch(`http://127.0.0.1:${port}/`);
    expect(await response.json()).toEqual({ hasBody: false });
  });
});

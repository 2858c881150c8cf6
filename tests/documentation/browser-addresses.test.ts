import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Platform, startPlatform } from '../platform/platform.ts';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform?.close());

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const services = ['baseUrl', 'oauthUrl'] as const;

function open(url: string, accept = BROWSER, method = 'GET') {
  return fetch(url, { method, headers: { accept }, redirect: 'manual' });
}

describe.each(services)('a browser at %s', (service) => {
  it('/ leads to a page, and programs get an error', async () => {
    const { status, headers } = await open(`${platform[service]}/`);
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
    const program = await open(`${platform[service]}/`, '*/*');
    expect(program.status).toBe(404);
  });

  it.each(['/nothing', '/v1/nothing', '/docs/nothing'])('404 with a page at %s', async (path) => {
    const answer = await open(platform[service] + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ]);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none';.*frame-ancestors 'none'$/,
    );
    const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(await answer.text()) ?? [];
    expect(main).toContain('There is no page at this address');
    // The OAuth service leads to the account where the platform has no console.
    const links = [...main.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
    expect(links).toEqual([service === 'baseUrl' ? '/docs' : '/account']);
  });

  it('a program gets no page', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await open(`${platform[service]}/nothing`, accept);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        404,
        expect.not.stringContaining('html'),
      ]);
    }
    const sent = await open(`${platform[service]}/nothing`, BROWSER, 'POST');
    expect(sent.headers.get('content-type')).not.toContain('html');
  });
});

/** Without the decompression of `fetch`. */
async function read(url: string, encoding: string) {
  const [response] = await new Promise<[import('node:http').IncomingMessage]>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => resolve([answer])).once(
      'error',
      reject,
    );
  });
  return { headers: response.headers, bytes: await buffer(response) };
}

const decompress = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  identity: (bytes: Buffer) => bytes,
};

async function scriptPath(base: string): Promise<string> {
  const page = await (await fetch(`${base}/docs`)).text();
  return /src="(\/docs\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
}

describe.each(services)('the documents of %s', (service) => {
  it.each(['gzip', 'br'] as const)('are compressed for a client that accepts %s', async (name) => {
    const base = platform[service];
    const paths = ['/openapi.json', '/docs', '/docs/errors', '/docs/errors.md', '/docs/oauth'];
    for (const path of [...paths, await scriptPath(base)]) {
      const plain = await read(base + path, 'identity');
      const compressed = await read(base + path, name);
      expect([path, compressed.headers['content-encoding']]).toEqual([path, name]);
      for (const { headers } of [plain, compressed]) {
        expect(headers.vary).toMatch(/Accept-Encoding/);
      }
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(decompress[name](compressed.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it('the API document is compressed once, and not for each request', async () => {
    const path = `${platform[service]}/openapi.json`;
    const { headers, bytes } = await read(path, 'br');
    expect(headers['content-length']).toBe(String(bytes.length));
    const answers = await Promise.all(
      ['br, gzip', 'gzip', 'identity'].map((one) => read(path, one)),
    );
    const encodings = answers.map((one) => one.headers['content-encoding']);
    expect(encodings).toEqual(['br', 'gzip', undefined]);
    expect(new Set(answers.map((one) => one.headers.etag)).size).toBe(1);
  });
});

describe('attack: the length of a compressed answer tells a secret in it', () => {
  it('pages and answers with secrets are never compressed', async () => {
    const signIn = await read(`${platform.oauthUrl}/account`, 'gzip, br');
    expect(signIn.headers['content-encoding']).toBeUndefined();
    const refused = await read(`${platform.baseUrl}/v1/me`, 'gzip, br');
    expect(refused.headers['content-encoding']).toBeUndefined();
  });
});

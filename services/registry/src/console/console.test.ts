import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express, { type Express, type RequestHandler } from 'express';
import request from 'supertest';
import { consoleFolderAbove, consoleRoutes } from './routes.ts';

const SCRIPT = 'console.log(1)';
let parent: string;
let app: Express;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'app-platform-console-'));
  const folder = join(parent, 'dist/console');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const html = '<meta name="oauth-url" content="%OAUTH_URL%"><script nonce="%NONCE%"></script>';
  await writeFile(join(folder, 'index.html'), html);
  await writeFile(join(folder, 'assets/main-1234.js'), SCRIPT);
  await writeFile(join(folder, 'assets/main-1234.js.br'), brotliCompressSync(SCRIPT));
  const oauthUrl = 'https://oauth.example.com/"&';
  // Every response of the service begins like this.
  const forbidStoring: RequestHandler = (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    next();
  };
  const console = consoleRoutes({ folder, baseUrl: 'https://registry.example.com', oauthUrl });
  app = express().use(forbidStoring, console);
});
afterAll(() => rm(parent, { recursive: true, force: true }));

it('finds the built console above a folder', () => {
  expect(consoleFolderAbove(join(parent, 'a/b'))).toBe(join(parent, 'dist/console'));
  expect(consoleFolderAbove('/')).toBeUndefined();
});

it('answers each address below /console with the page, and a nonce of its own', async () => {
  const paths = ['/console', '/console/', '/console/apps/loyalty', '/console/callback?code=1'];
  const answers = await Promise.all(paths.map((path) => request(app).get(path).expect(200)));
  const nonces = answers.map(({ headers, text }) => {
    expect(headers['cache-control']).toBe('no-store');
    expect(text).toContain('content="https://oauth.example.com/&quot;&amp;"');
    const policy = String(headers['content-security-policy']);
    const nonce = /'nonce-([\w-]{22})'/.exec(policy)?.[1];
    expect(text).toContain(`nonce="${nonce}"`);
    expect(policy).not.toContain('unsafe');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split('; ')).toContain(directive);
    }
    expect(policy).toContain("connect-src 'self' https://oauth.example.com;");
    return nonce;
  });
  expect(new Set(nonces).size).toBe(paths.length);
});

it('serves compressed files that browsers keep', async () => {
  const path = '/console/assets/main-1234.js';
  const { headers } = await request(app).get(path).set('Accept-Encoding', 'br').expect(200);
  expect(headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    // A worker has the policy of its own script.
    'content-security-policy': "default-src 'none'; script-src 'self'",
    vary: 'Accept-Encoding',
  });
  const plain = await request(app).get(path).set('Accept-Encoding', 'identity').expect(200);
  expect(plain.text).toBe(SCRIPT);
});

it.each([
  '/console/assets/main-0000.js',
  '/console/assets/',
  '/console/assets/..%2findex.html',
  '/console/assets/%2e%2e/index.html',
  '/consoles',
])('404 for %s', async (path) => {
  await request(app).get(path).expect(404);
});

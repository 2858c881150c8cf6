import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Browser } from '@app-platform/testing/http/browser';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authorize,
  codeGrant,
  installPublicClient,
  postToken,
} from '../platform/authorization-request.ts';
import { type ExternalApp, PASSWORD } from '../platform/external-app.ts';
import type { Platform } from '../platform/platform.ts';
import { platformWithApp } from '../platform/platform-with-app.ts';

// The official runner of conformance scenarios, and the inspector. The scenarios that are left out need tools of the
// runner's own. Its totals mean nothing: an empty server passes many.

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(resolve(`@modelcontextprotocol/${name}/package.json`));
const RUNNER = join(folderOf('conformance'), 'dist/index.js');
const INSPECTOR = join(folderOf('inspector-cli'), 'build');
const TIMEOUT_MILLISECONDS = 30_000;

let platform: Platform;
let app: ExternalApp;
let callbackPort: number;
let accessToken: string;
/** Adds the access token, which the runner cannot send. */
let proxy: Server;

beforeAll(async () => {
  callbackPort = await freePort();
  const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
  ({ platform, app } = await platformWithApp({}, { redirectUri }));
  const wanted = { scope: 'org.permission.apps', resource: `${platform.baseUrl}/mcp` };
  const answer = await authorize(platform, app, wanted);
  const { body } = await postToken(platform, codeGrant(app, answer.get('code')));
  accessToken = String(body.access_token);
  proxy = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming;
    const authorization = `Bearer ${accessToken}`;
    const sent = { method, headers: { ...headers, authorization } };
    const forwarded = request(new URL(url, platform.baseUrl), sent, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  proxy.close();
  proxy.closeAllConnections();
  await platform.close();
});

function start(args: string[], cwd?: string): ChildProcess {
  return spawn(process.execPath, args, {
    ...{ cwd, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT_MILLISECONDS },
  });
}

async function run(args: string[], cwd?: string) {
  const child = start(args, cwd);
  const output = Promise.all([child.stdout, child.stderr].map((one) => (one ? text(one) : '')));
  const [code] = await once(child, 'close');
  const [out = '', error = ''] = await output;
  return { code, out, error };
}

describe('the conformance runner', () => {
  it.each([
    ['server-initialize', '2025-11-25'],
    ['ping', '2025-11-25'],
    ['tools-list', '2026-07-28'],
    ['resources-list', '2026-07-28'],
    ['prompts-list', '2026-07-28'],
    ['sep-2164-resource-not-found', '2026-07-28'],
    ['dns-rebinding-protection', '2026-07-28'],
    ['caching', '2026-07-28'],
    ['http-header-validation', '2026-07-28'],
  ])('server: %s of %s', async (scenario, version) => {
    const { port } = proxy.address() as AddressInfo;
    const { code, out } = await run([
      ...[RUNNER, 'server', '--url', `http://127.0.0.1:${port}/mcp`],
      ...['--scenario', scenario, '--spec-version', version],
    ]);
    expect(out).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
    expect(code).toBe(0);
  });

  it('authorization server: metadata, and an authorization code grant', async () => {
    const redirectUri = `http://127.0.0.1:${callbackPort}/callback`;
    const client = await installPublicClient(platform, app, { redirectUris: [redirectUri] });
    const child = start([
      ...[RUNNER, 'authorization', '--url', platform.oauthUrl, '--port', String(callbackPort)],
      ...['--client-id', client.clientId, '--resource', `${platform.baseUrl}/mcp`],
    ]);
    let out = '';
    child.stdout?.on('data', (chunk) => {
      out += chunk;
    });
    const address = await soon(() => /\S+\/oauth\/authorize\?\S+/.exec(out)?.[0]);
    const browser = new Browser();
    const signIn = await browser.open(address, platform.oauthUrl);
    const consent = await browser.submit(signIn, { email: app.email, password: PASSWORD });
    const allowed = await browser.submit(consent, { decision: 'allow' });
    await fetch(allowed.url);
    const [code] = await once(child, 'close');
    expect([code, out]).toEqual([0, expect.stringContaining('2 passed, 0 failed')]);
  });
});

/** Waits for what a program prints. */
async function soon(find: () => string | undefined): Promise<string> {
  const end = performance.now() + TIMEOUT_MILLISECONDS;
  while (performance.now() < end) {
    const found = find();
    if (found !== undefined) return found;
    await sleep(50);
  }
  throw new Error('the runner printed no address');
}

it('the inspector lists and calls tools', async () => {
  const inspect = async (...more: string[]) => {
    const server = [`${platform.baseUrl}/mcp`, '--transport', 'http'];
    const header = ['--header', `Authorization: Bearer ${accessToken}`];
    // It finds its own version from there.
    const { out, error } = await run(
      [join(INSPECTOR, 'index.js'), ...server, ...header, ...more],
      INSPECTOR,
    );
    return out === '' ? error : JSON.parse(out);
  };
  const { tools } = await inspect('--method', 'tools/list');
  expect(tools[0]).toMatchObject({ name: 'search_apps', annotations: { readOnlyHint: true } });
  const called = ['--method', 'tools/call', '--tool-name', 'explain_app', '--tool-arg'];
  const { structuredContent } = await inspect(...called, `app=${app.name}`);
  expect(structuredContent).toMatchObject({ name: app.name, installedVersion: '0.0.1' });
});

import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type ConnectProxy, startConnectProxy } from '../../platform/connect-proxy.ts';
import { createPrivateAuthority } from './private-authority.ts';

let folder: string;
let registry: Server;
let proxy: ConnectProxy;
let host: string;
let trusted: { NODE_EXTRA_CA_CERTS: string };
/** Makes Node.js what it was before it had proxies of its own. */
let older: { NODE_OPTIONS: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-command-line-tls-'));
  const files = await createPrivateAuthority(folder);
  trusted = { NODE_EXTRA_CA_CERTS: files.authority };
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  registry = createServer({ cert, key }, (_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' });
    response.end('{"errors":[{"status":403,"code":"of_the_registry","title":"x","detail":"x"}]}');
  });
  registry.listen(0);
  await once(registry, 'listening');
  host = `localhost:${(registry.address() as AddressInfo).port}`;
  proxy = await startConnectProxy();
  const program = join(folder, 'older.mjs');
  await writeFile(program, "import http from 'node:http'; delete http.setGlobalProxyFromEnv;");
  older = { NODE_OPTIONS: `--import=${pathToFileURL(program)}` };
});
beforeEach(() => {
  proxy.hosts.length = 0;
});
afterAll(async () => {
  RunningProcess.endAll();
  registry.closeAllConnections();
  registry.close();
  proxy.close();
  await rm(folder, { recursive: true, force: true });
});

async function whoami(environment: Record<string, string>) {
  const { stdout } = await new RunningProcess(['packages/cli/src/main.ts', 'whoami', '--json'], {
    XDG_CONFIG_HOME: folder,
    BASE_URL: `https://${host}`,
    API_KEY: 'key',
    ...environment,
  }).finished();
  return JSON.parse(stdout).errors[0];
}

const answered = { code: 'of_the_registry' };

it('HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS are honoured', async () => {
  for (const node of [{}, older]) {
    const environment = { ...trusted, ...node, HTTPS_PROXY: proxy.url };
    expect(await whoami(environment)).toMatchObject(answered);
    expect(proxy.hosts.splice(0)).toEqual([host]);
    expect(await whoami({ ...environment, NO_PROXY: 'localhost' })).toMatchObject(answered);
    expect(proxy.hosts).toEqual([]);
  }
  expect(await whoami(trusted)).toMatchObject(answered);
});

it('a server of an unknown authority is refused, with what to set', async () => {
  const { code, detail } = await whoami({ NODE_EXTRA_CA_CERTS: '' });
  expect([code, detail]).toEqual(['unreachable', expect.stringContaining('NODE_EXTRA_CA_CERTS')]);
});

it('a proxy that refuses is named, without its password', async () => {
  for (const node of [{}, older]) {
    const HTTPS_PROXY = proxy.url.replace('swordfish', 'barracuda');
    const { code, detail } = await whoami({ ...trusted, ...node, HTTPS_PROXY });
    expect([code, detail]).toEqual([
      'unreachable',
      expect.stringMatching(/407.*Is HTTPS_PROXY right\?/),
    ]);
    expect(detail).not.toContain('barracuda');
  }
});

it('a proxy that is no address is refused, without its value', async () => {
  const { code, detail } = await whoami({ HTTPS_PROXY: 'developer:swordfish@proxy:3128' });
  expect([code, detail]).toEqual([
    'usage',
    'HTTPS_PROXY is no address. Write one like http://proxy.example.com:3128.',
  ]);
});

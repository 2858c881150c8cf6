import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { until } from '@app-platform/testing/until';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';

const ID = 'a'.repeat(24);
const PAGES = 80;
/** Less than all pages have. */
const HEAP_MEBIBYTES = 48;
const definition = 'x'.repeat(1_000_000);

let server: Server;
let folder: string;
let environment: Record<string, string>;
/** The page that is not answered, or with an error. */
let fault: { page: number; kind: 'none' | 'error' | 'silence' };
let pagesRead: number;
/** The answers to the calls of a deletion. */
let deletions: object[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-organization-export-'));
  server = createServer(({ url = '' }, response) => {
    if (url.endsWith('/deletion')) return response.end(JSON.stringify(deletions.shift()));
    if (!url.includes('/records')) return response.end(JSON.stringify({ id: ID }));
    pagesRead += 1;
    if (fault.kind === 'silence' && pagesRead === fault.page) return undefined;
    if (fault.kind === 'error' && pagesRead === fault.page) {
      return response.writeHead(500).end('broken');
    }
    const next = pagesRead % PAGES === 0 ? null : `app_version:${pagesRead}`;
    const records = [{ id: pagesRead, definition }];
    return response.end(JSON.stringify({ table: 'app_version', records, next }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  environment = { REGISTRY_INTERNAL_URL: url, OAUTH_INTERNAL_URL: url, OPERATOR_TOKEN: 'token' };
});
afterAll(async () => {
  RunningProcess.endAll();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  fault = { page: 0, kind: 'none' };
  pagesRead = 0;
});

function runOrganization(parameters: string[], main = 'main.ts') {
  const program = `packages/operator/src/${main}`;
  const node = [`--max-old-space-size=${HEAP_MEBIBYTES}`, '--disable-warning=ExperimentalWarning'];
  return new RunningProcess([...node, program, 'organization', ...parameters], environment);
}

const exportTo = (file: string, main?: string) => runOrganization(['export', ID, file], main);

it('the export of an organization is written page by page, in little memory', async () => {
  const file = join(folder, 'large');
  const { code, stderr } = await exportTo(file).finished();
  expect([code, stderr]).toEqual([0, '']);
  let lines = 0;
  let last = '';
  for await (const line of createInterface(createReadStream(file))) {
    lines += 1;
    last = line;
  }
  expect(lines).toBe(2 * PAGES + 2);
  const records = { registry: { app_version: PAGES }, oauth: { app_version: PAGES } };
  expect(JSON.parse(last)).toEqual({ records });
  await rm(file);
});

it('an export that fails says so, and leaves no file', async () => {
  fault = { page: 3, kind: 'error' };
  const file = join(folder, 'failed');
  const { code, stdout, stderr } = await exportTo(file).finished();
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain('The service answered 500');
  expect(stderr).toContain(`The incomplete file ${file} was removed.`);
  expect(await readdir(folder)).toEqual([]);
});

it.each(['main.ts', 'main-in-production.ts'])(
  'an export that is interrupted says so, and leaves no file: %s',
  async (main) => {
    fault = { page: 3, kind: 'silence' };
    const file = join(folder, 'interrupted');
    const running = exportTo(file, main);
    await until('two pages are read', 20_000, async () => pagesRead === 3);
    expect(await readdir(folder)).toEqual(['interrupted']);
    const { code, stderr } = await running.stop('SIGINT');
    expect([code, stderr]).toEqual([
      130,
      `Interrupted. The incomplete file ${file} was removed.\n`,
    ]);
    expect(await readdir(folder)).toEqual([]);
  },
  60_000,
);

it('an export refuses a file that exists before it reads a record', async () => {
  const file = join(folder, 'there');
  await writeFile(file, 'kept');
  const { code, stderr } = await exportTo(file).finished();
  expect([code, stderr]).toEqual([1, `${file} already exists. Name a new file.\n`]);
  expect([await readFile(file, 'utf8'), pagesRead]).toEqual(['kept', 0]);
});

it('a deletion reports its progress to people, while it waits', async () => {
  const answers = (...counts: number[]) => [
    ...counts.map((api_key) => ({
      id: ID,
      state: 'running',
      removed: { registry: { api_key }, oauth: {} },
    })),
    { id: ID, state: 'finished', removed: { registry: { api_key: 900 }, oauth: { account: 2 } } },
  ];
  deletions = answers(0, 0, 500, 500);
  const { stdout, stderr } = await runOrganization(['delete', ID]).finished();
  expect(stderr.trimEnd().split('\n')).toEqual([
    'Rows are removed from a minute after the suspension on.',
    'Removed 500 rows at the registry so far.',
  ]);
  expect(stdout).toContain('registry  api_key  900\noauth  account  2');
  const finished = answers().at(-1);
  deletions = answers(0, 500);
  const asJson = await runOrganization(['delete', ID, '--json']).finished();
  expect([JSON.parse(asJson.stdout), asJson.stderr]).toEqual([finished, '']);
});

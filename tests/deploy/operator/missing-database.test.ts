import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { serverUrl } from '../config.ts';
import { ScratchDatabases } from '../scratch-databases.ts';

const databases = new ScratchDatabases(serverUrl);
let folder: string;
let registryUrl: string;

beforeAll(async () => {
  registryUrl = await databases.create('registry');
  folder = await mkdtemp(join(tmpdir(), 'app-platform-missing-'));
});
afterAll(async () => {
  RunningProcess.endAll();
  await databases.dropAll();
  await rm(folder, { recursive: true, force: true });
});

it.each(['export', 'import'])('operator %s tells which database is missing', async (verb) => {
  const missing = new URL(serverUrl);
  missing.pathname = '/there_is_none';
  const { code, stdout, stderr } = await new RunningProcess(
    ['packages/operator/src/main.ts', verb, join(folder, 'none')],
    { DATA_DIR: folder, REGISTRY_DATABASE_URL: registryUrl, OAUTH_DATABASE_URL: missing.href },
  ).finished();
  expect([code, stdout]).toEqual([1, '']);
  const told = stderr.split('\n').filter((line) => line && !line.startsWith('PostgreSQL'));
  expect(told).toEqual([
    `The oauth database 'there_is_none' at ${missing.host} does not exist; check OAUTH_DATABASE_URL.`,
  ]);
  expect(await readdir(folder)).toEqual([]);
});

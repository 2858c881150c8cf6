import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RunningProcess } from '@app-platform/testing/processes/run-process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../config.ts';
import { ScratchDatabases } from '../scratch-databases.ts';

const databases = new ScratchDatabases(serverUrl);
let folder: string;
let urls: Record<'REGISTRY_DATABASE_URL' | 'OAUTH_DATABASE_URL', string>;
let holder: pg.Client;

/** The last table of the registry is held, so that an export stops in the middle. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-platform-interrupted-'));
  urls = {
    REGISTRY_DATABASE_URL: await databases.create('registry'),
    OAUTH_DATABASE_URL: await databases.create('oauth'),
  };
  holder = new pg.Client({ connectionString: urls.REGISTRY_DATABASE_URL });
  // Ended by force, with its database.
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE organization IN ACCESS EXCLUSIVE MODE');
});
afterAll(async () => {
  RunningProcess.endAll();
  await databases.dropAll();
  await rm(folder, { recursive: true, force: true });
});

it.each(['SIGINT', 'SIGTERM'] as const)('%s leaves no half of an export', async (signal) => {
  const running = new RunningProcess(
    ['packages/operator/src/main.ts', 'export', join(folder, signal)],
    { DATA_DIR: folder, ...urls },
  );
  await running.says('registry.app: 0 rows', 'stderr');
  expect(await readdir(folder)).toEqual([signal]);
  const { code, stdout } = await running.stop(signal);
  expect([code, stdout]).toEqual([signal === 'SIGINT' ? 130 : 143, '']);
  expect(await readdir(folder)).toEqual([]);
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectDatabase } from '@app-platform/runtime/database';
import {
  administrate,
  databaseUrl,
  dropDatabase,
  uniqueDatabaseName,
} from '@app-platform/testing/databases/server';
import type { Service } from '@app-platform/testing/databases/template';
import {
  type TestDatabase,
  testDatabaseServer,
} from '@app-platform/testing/databases/test-database';

const folder = join(import.meta.dirname, 'released');

/** The credentials of an app, as its developer and its user have them. */
type ReleasedApp = {
  name: string;
  clientId: string;
  clientSecret: string;
  apiKey: string;
  /** Each was exchanged for the next, the last one for `refreshToken`. */
  usedRefreshTokens: [string, ...string[]];
  refreshToken: string;
};

/** What belongs to the rows of the kept databases. */
export type Facts = { KEYS_ENCRYPTION_KEY: string; apps: [ReleasedApp, ReleasedApp] };

/** Reads what is kept of a release, as JSON. */
export async function readReleased<T>(release: string, file: string): Promise<T> {
  return JSON.parse(await readFile(join(folder, release, file), 'utf8')) as T;
}

/** Creates a database as a release left it, with its rows. */
export async function createReleasedDatabase(
  release: string,
  service: Service,
): Promise<TestDatabase> {
  const database = await createEmpty(service);
  const connection = await connectDatabase(database.url);
  const session = await connection.adapter.connect();
  await session.executeScript(await readFile(join(folder, release, `${service}.sql`), 'utf8'));
  await session.dispose();
  await connection.close();
  return database;
}

async function createEmpty(service: Service): Promise<TestDatabase> {
  const serverUrl = testDatabaseServer();
  if (serverUrl) {
    const name = uniqueDatabaseName(`app_platform_released_${service}`);
    await administrate(serverUrl, `CREATE DATABASE ${name}`);
    return { url: databaseUrl(serverUrl, name), remove: () => dropDatabase(serverUrl, name) };
  }
  const parent = await mkdtemp(join(tmpdir(), 'app-platform-released-'));
  return {
    url: `pglite:${join(parent, service)}`,
    remove: () => rm(parent, { recursive: true, force: true }),
  };
}

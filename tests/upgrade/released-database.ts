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
  await fillReleasedDatabase(release, service, database.url);
  return database;
}

/** Gives an empty database the tables and the rows of a release. */
export async function fillReleasedDatabase(
  release: string,
  service: Service,
  url: string,
): Promise<void> {
  const connection = await connectDatabase(url);
  const session = await connection.adapter.connect();
  await session.executeScript(await readFile(join(folder, release, `${service}.sql`), 'utf8'));
  await session.dispose();
  await connection.close();
}

/** The rows expire as if they had been written now, and the registry is where a platform has it. */
export const keptRows = (baseUrl: string) => `
  UPDATE provider_record SET expires_at = now() + (expires_at - created_at);
  UPDATE provider_record SET payload = jsonb_set(payload, '{resource}', '"${baseUrl}"') WHERE payload ? 'resource';
  UPDATE provider_record SET payload = jsonb_set(payload, '{resources}', (
    SELECT jsonb_object_agg('${baseUrl}', value) FROM jsonb_each(payload->'resources'))) WHERE payload ? 'resources'`;

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

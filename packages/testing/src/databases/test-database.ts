import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connectDatabase, type DatabaseConnection } from '@app-platform/runtime/database';
import { announcedTemplates, testDatabaseServer } from './config.ts';
import { openEmbeddedCopy } from './embedded-copy.ts';
import { openReusedCopy } from './reused-copy.ts';
import { type Role, urlAs } from './roles.ts';
import { copyDatabase, dropDatabase, uniqueDatabaseName } from './server.ts';
import type { Service } from './template.ts';

export { testDatabaseServer };

/** A database that a test passes to another process. */
export type TestDatabase = { url: string; remove(): Promise<void> };

/**
 * Creates a migrated, empty database of a service for one caller: on the server of
 * `TEST_DATABASE_URL` where that is set, else embedded in a new folder.
 * @param role whom the URL names, on a server: `runtime` as services, `owner` for a change of tables
 */
export async function createTestDatabase(
  service: Service,
  role: Role = 'runtime',
): Promise<TestDatabase> {
  const template = announcedTemplates()[service];
  const serverUrl = testDatabaseServer();
  if (!serverUrl) return createInFolder(service, template);
  const name = uniqueDatabaseName(template);
  await copyDatabase(serverUrl, template, name);
  const url = urlAs(role, serverUrl, template, name);
  return { url, remove: () => dropDatabase(serverUrl, name) };
}

/** Creates and opens such a database; embedded, it is in memory. Closing it removes it. */
export async function openTestDatabase(
  service: Service,
  role: Role = 'runtime',
): Promise<DatabaseConnection> {
  if (!testDatabaseServer()) {
    return role === 'runtime' ? openReusedCopy(service) : openEmbeddedCopy(service);
  }
  const { url, remove } = await createTestDatabase(service, role);
  const connection = await connectDatabase(url);
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await remove();
    },
  };
}

async function createInFolder(service: Service, template: string): Promise<TestDatabase> {
  const parent = await mkdtemp(join(tmpdir(), 'app-platform-database-'));
  const folder = join(parent, service);
  await mkdir(folder);
  await promisify(execFile)('tar', ['-xf', template, '-C', folder]);
  return { url: `pglite:${folder}`, remove: () => rm(parent, { recursive: true, force: true }) };
}

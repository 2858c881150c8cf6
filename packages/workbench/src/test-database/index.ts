import { openAsBlob } from 'node:fs';
import {
  connectDatabase,
  type DatabaseConnection,
  openEmbedded,
} from '@app-platform/service-kit/database';
import { announcedTemplates, testDatabaseServer } from './config.ts';
import { administrate, databaseUrl, uniqueDatabaseName } from './server.ts';
import type { Service } from './template.ts';

/**
 * A migrated, empty database of a service, of nobody else's: on the server of `TEST_DATABASE_URL`
 * where that is set, else embedded. Closing it removes it.
 */
export async function openTestDatabase(service: Service): Promise<DatabaseConnection> {
  const template = announcedTemplates()[service];
  const serverUrl = testDatabaseServer();
  if (!serverUrl) return openEmbedded('', await openAsBlob(template));
  const name = uniqueDatabaseName(service);
  await administrate(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const connection = await connectDatabase(databaseUrl(serverUrl, name));
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await administrate(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

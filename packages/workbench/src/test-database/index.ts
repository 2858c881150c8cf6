import { openAsBlob } from 'node:fs';
import {
  connectDatabase,
  type DatabaseConnection,
  openEmbedded,
} from '@app-platform/service-kit/database';
import { announcedTemplates, testDatabaseServer } from './config.ts';
import { copyDatabase, databaseUrl, dropDatabase, uniqueDatabaseName } from './server.ts';
import type { Service } from './template.ts';

/**
 * A migrated, empty database of a service, of nobody else's: on the server of `TEST_DATABASE_URL`
 * where that is set, else embedded. Closing it removes it.
 */
export async function openTestDatabase(service: Service): Promise<DatabaseConnection> {
  const template = announcedTemplates()[service];
  const serverUrl = testDatabaseServer();
  if (!serverUrl) return openEmbedded('', await openAsBlob(template));
  const name = uniqueDatabaseName(template);
  await copyDatabase(serverUrl, template, name);
  const connection = await connectDatabase(databaseUrl(serverUrl, name));
  return {
    ...connection,
    close: async () => {
      await connection.close();
      await dropDatabase(serverUrl, name);
    },
  };
}

import { basename } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/service-kit/database';
import { localDatabaseUrl } from './config.ts';
import { prismaFolders } from './repository.ts';

/** Brings the database of a service up to date, and says what that took. */
async function migrate(folder: string): Promise<void> {
  const service = basename(folder);
  const connection = await connectDatabase(localDatabaseUrl(service));
  try {
    const applied = await applyMigrations(connection.adapter, folder);
    console.log(`${service}: ${connection.description}`);
    for (const name of applied) console.log(`  applied ${name}`);
    if (applied.length === 0) console.log('  up to date');
  } finally {
    await connection.close();
  }
}

for (const folder of await prismaFolders()) await migrate(folder);

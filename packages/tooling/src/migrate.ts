import { basename } from 'node:path';
import { withDataFolderLock } from '@app-platform/runtime/data-folder-lock';
import { migrateDatabase } from '@app-platform/runtime/database';
import { parseCommandLine, runCommand } from '@app-platform/testing/command-line';
import { afterMigrations } from './after-migrations.ts';
import { localDatabaseUrl, localDataFolder } from './config.ts';
import { prismaFolders } from './repository.ts';

const usage = `Usage: npm run migrate

Applies the migrations that the databases of both services are without: those that
REGISTRY_DATABASE_URL and OAUTH_DATABASE_URL name, else those of \`npm start\` in DATA_DIR (.data).`;

type Migrated = { folder: string; service: string; url: string };

/** Applies the pending migrations of a service's database and prints their names. */
async function migrate({ folder, service, url }: Migrated): Promise<void> {
  const { applied, description } = await migrateDatabase(
    url,
    folder,
    () => console.error(`${service}: a migration waits for a table that is in use; trying again`),
    { afterwards: afterMigrations(service, console.error) },
  );
  console.log(`${service}: ${description}`);
  for (const name of applied) console.log(`  applied ${name}`);
  if (applied.length === 0) console.log('  up to date');
}

await runCommand(async () => {
  parseCommandLine(process.argv.slice(2), usage, {});
  const databases = (await prismaFolders()).map((folder): Migrated => {
    const service = basename(folder);
    return { folder, service, url: localDatabaseUrl(service) };
  });
  const urls = databases.map(({ url }) => url);
  await withDataFolderLock(localDataFolder(), urls, async () => {
    for (const database of databases) await migrate(database);
  });
});

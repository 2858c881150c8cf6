import { basename, join } from 'node:path';
import { connectDatabase, writeMigration } from '@app-platform/runtime/database';
import { fromTop, prismaFolders } from './repository.ts';

const TITLE = /^[a-z][a-z0-9_]*$/;

/** Writes the migration that leads from a service's migrations to its schema. */
async function newMigration(folder: string, title: string): Promise<void> {
  const connection = await connectDatabase('pglite:');
  const name = await writeMigration(connection.adapter, folder, title, new Date());
  await connection.close();
  console.log(
    name
      ? `wrote ${fromTop(join(folder, 'migrations', name, 'migration.sql'))}. Once it is as it should be, add its digest to merged-migrations.test.ts.`
      : 'Nothing to do: the migrations lead to the schema already.',
  );
}

const [service, title = ''] = process.argv.slice(2);
const folders = await prismaFolders();
const folder = folders.find((path) => basename(path) === service);
if (folder && TITLE.test(title)) {
  await newMigration(folder, title);
} else {
  const services = folders.map((path) => basename(path)).join(' or ');
  console.error('Usage: npm run migration:new -- SERVICE TITLE');
  console.error(`SERVICE is ${services}; TITLE is in snake_case, such as add_changelog.`);
  process.exitCode = 1;
}

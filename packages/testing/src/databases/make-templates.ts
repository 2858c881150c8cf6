import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import { adapterFor, createPglite } from '@app-platform/runtime/embedded-database';

const prismaFolder = join(import.meta.dirname, '../../../../prisma');

/** Small buffers and WAL segments: copies open in half the time, since most of it is allocation. */
const SETTINGS = ['-c', 'shared_buffers=8MB', '--wal-segsize=1'];

/** Migrates an empty database on a server. */
async function migrateOnServer(service: string, url: string): Promise<void> {
  const connection = await connectDatabase(url);
  await applyMigrations(connection.adapter, join(prismaFolder, service));
  await connection.close();
}

/** Migrates a copy of an empty embedded database and writes its data folder to a file. */
async function writeSnapshot(empty: Blob, service: string, file: string): Promise<void> {
  const database = await createPglite({ loadDataDir: empty });
  await applyMigrations(adapterFor(database), join(prismaFolder, service));
  // Compressed, each of the many copies would take twice as long.
  const snapshot = await database.dumpDataDir('none');
  await writeFile(file, Buffer.from(await snapshot.arrayBuffer()));
  await database.close();
}

/** Creates one embedded database for all services: `initdb` takes seconds. */
async function createEmpty(): Promise<Blob> {
  const database = await createPglite({ initDbStartParams: SETTINGS });
  const empty = await database.dumpDataDir('none');
  await database.close();
  return empty;
}

const { empty: emptyFile = '', ...targets }: Record<string, string> = JSON.parse(
  process.argv[2] ?? '{}',
);
const empty = await createEmpty();
await writeFile(emptyFile, Buffer.from(await empty.arrayBuffer()));
for (const [service, target] of Object.entries(targets)) {
  if (/^postgres(ql)?:/.test(target)) await migrateOnServer(service, target);
  else await writeSnapshot(empty, service, target);
}
// The schema engine leaves a timer behind that would keep this process for ten seconds.
process.exit();

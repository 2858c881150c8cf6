import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/service-kit/database';
import { adapterFor, createPglite } from '@app-platform/service-kit/embedded-database';

/** Migrates an empty database: one on a server, or a new embedded one whose copy goes to a file. */
async function makeTemplate(folder: string, target: string): Promise<void> {
  if (/^postgres(ql)?:/.test(target)) {
    const connection = await connectDatabase(target);
    await applyMigrations(connection.adapter, folder);
    await connection.close();
  } else {
    const database = await createPglite();
    await applyMigrations(adapterFor(database), folder);
    // Compressing it would make each of the many copies twice as slow.
    const snapshot = await database.dumpDataDir('none');
    await writeFile(target, Buffer.from(await snapshot.arrayBuffer()));
  }
}

const [service = '', target = ''] = process.argv.slice(2);
await makeTemplate(join(import.meta.dirname, '../../../../prisma', service), target);

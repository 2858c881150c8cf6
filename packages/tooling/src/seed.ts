/** `npm run seed`: fills a registry's database with any number of rows. */
import { join } from 'node:path';
import { connectDatabase } from '@app-platform/runtime/database';
import { runCommand } from '@app-platform/testing/command-line';
import { seedRegistry } from '@app-platform/testing/seed/seed-registry';
import { repositoryFolder } from './repository.ts';
import { readSeedOptions, type SeedOptions } from './seed/seed-options.ts';

const SECOND_MILLISECONDS = 1_000;

/** Reports at most one line a second. */
function everySecond(report: (text: string) => void): (text: string) => void {
  let reportedAt = 0;
  return (text) => {
    const now = performance.now();
    if (now - reportedAt < SECOND_MILLISECONDS) return;
    reportedAt = now;
    report(text);
  };
}

async function seed({ database, size, asJson }: SeedOptions): Promise<void> {
  const startedAt = performance.now();
  const connection = await connectDatabase(database, { statementTimeoutMilliseconds: 0 });
  try {
    console.error(connection.description);
    const folder = join(repositoryFolder, 'prisma/registry');
    const report = everySecond((text) => console.error(text));
    const seeded = await seedRegistry(connection, folder, size, report);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const result = { ...seeded, seconds };
    if (asJson) console.log(JSON.stringify(result));
    else for (const [name, count] of Object.entries(result)) console.log(`${name}: ${count}`);
  } finally {
    await connection.close();
  }
}

await runCommand(async () => seed(readSeedOptions(process.argv.slice(2))));

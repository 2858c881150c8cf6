/** `npm run seed`: a registry's database of any size, to try things out on. */
import { join } from 'node:path';
import { connectDatabase } from '@app-platform/service-kit/database';
import { runCommand } from './command-line.ts';
import { repositoryFolder } from './repository.ts';
import { readSeedOptions, type SeedOptions } from './seed/seed-options.ts';
import { seedRegistry } from './seed/seed-registry.ts';

const SECOND_MILLISECONDS = 1_000;

/** Says the latest of what it is told, once a second at most. */
function everySecond(say: (text: string) => void): (text: string) => void {
  let saidAt = 0;
  return (text) => {
    const now = performance.now();
    if (now - saidAt < SECOND_MILLISECONDS) return;
    saidAt = now;
    say(text);
  };
}

async function seed({ database, size, asJson }: SeedOptions): Promise<void> {
  const startedAt = performance.now();
  const connection = await connectDatabase(database, { statementTimeoutMilliseconds: 0 });
  try {
    console.error(connection.description);
    const folder = join(repositoryFolder, 'prisma/registry');
    const tell = everySecond((text) => console.error(text));
    const seeded = await seedRegistry(connection, folder, size, tell);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    const result = { ...seeded, seconds };
    if (asJson) console.log(JSON.stringify(result));
    else for (const [name, count] of Object.entries(result)) console.log(`${name}: ${count}`);
  } finally {
    await connection.close();
  }
}

await runCommand(async () => seed(readSeedOptions(process.argv.slice(2))));

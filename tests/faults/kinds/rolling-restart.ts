import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../../flow/run-process.ts';
import type { Cluster } from '../cluster.ts';
import { allReplicas } from '../cluster.ts';
import type { Fault } from './fault.ts';

/** A table of each service that every one of its requests reads. */
const tables = { registry: 'app', oauth: 'provider_record' };
let migrations = 0;

/** A new version is rolled out: one replica after the other, and a migration in the middle. */
export const rollingRestart: Fault = {
  name: 'rolling restart with a migration in the middle',
  mustNotShow: true,
  inflict: async (cluster) => {
    const [first, ...others] = allReplicas(cluster);
    await first?.stop();
    await first?.start();
    await migrate(cluster);
    for (const replica of others) {
      await replica.stop();
      await replica.start();
    }
  },
};

/** What every change of a schema begins with: it adds something that the old version ignores. */
async function migrate({ folder, postgresql }: Cluster): Promise<void> {
  migrations += 1;
  for (const [service, table] of Object.entries(tables)) {
    const copy = join(folder, `prisma-${service}`);
    await cp(join(repositoryFolder, 'prisma', service), copy, { recursive: true });
    const name = `2999010100${String(migrations).padStart(4, '0')}_added`;
    await mkdir(join(copy, 'migrations', name));
    await writeFile(
      join(copy, 'migrations', name, 'migration.sql'),
      `ALTER TABLE "${table}" ADD COLUMN "added_${migrations}" TEXT NOT NULL DEFAULT '';\n`,
    );
    const applied = await postgresql.migrate(service, copy);
    if (applied.join() !== name) throw new Error(`applied ${applied}, and not ${name}`);
  }
}

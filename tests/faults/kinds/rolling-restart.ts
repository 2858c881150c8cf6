import { allReplicas } from '../cluster.ts';
import { migrateBusyTables } from './added-migration.ts';
import type { Fault } from './fault.ts';

/** A new version is rolled out: one replica after the other, and a migration in the middle. */
export const rollingRestart: Fault = {
  name: 'rolling restart with a migration in the middle',
  mustNotShow: true,
  inflict: async (cluster) => {
    const [first, ...others] = allReplicas(cluster);
    await first?.stop();
    await first?.start();
    await migrateBusyTables(cluster);
    for (const replica of others) {
      await replica.stop();
      await replica.start();
    }
  },
};

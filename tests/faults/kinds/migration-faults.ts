import type { Cluster } from '../cluster.ts';
import { busyTables, migrateBusyTables } from './added-migration.ts';
import type { Fault } from './fault.ts';

/** How long the query runs: a minute in the long run, and long enough to be in the way in the short one. */
const LONG_RUN_HOLD_MILLISECONDS = 5_000;
const secondsOf = (holdMilliseconds: number) =>
  holdMilliseconds > LONG_RUN_HOLD_MILLISECONDS ? 60 : 10;

/** A report or a backup reads a table for long, and a migration wants to change it meanwhile. */
export const migrationBesideQuery: Fault = {
  name: 'migration beside a query that runs for long',
  mustNotShow: true,
  inflict: async (cluster, holdMilliseconds) => {
    const queries = Object.entries(busyTables).map(([service, table]) =>
      readForLong(cluster, service, table, secondsOf(holdMilliseconds)),
    );
    const retries = await migrateBusyTables(cluster);
    await Promise.all(queries);
    if (retries === 0) throw new Error('The migration did not wait for the query');
  },
};

async function readForLong(
  { postgresql }: Cluster,
  database: string,
  table: string,
  seconds: number,
): Promise<void> {
  await postgresql.query(database, `SELECT count(*), pg_sleep(${seconds}) FROM "${table}"`);
}

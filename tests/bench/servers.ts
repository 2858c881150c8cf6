import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PostgresqlServer } from '../faults/postgresql.ts';
import { RedisServer } from '../faults/redis.ts';
import { freePort } from '../flow/free-ports.ts';
import { buildServices } from './programs.ts';

/** What every measurement starts from: a PostgreSQL cluster for each side, and our Redis. */
export type Servers = {
  folder: string;
  /** The production builds of both services. */
  builtFolder: string;
  ours: PostgresqlServer;
  baseline: PostgresqlServer;
  redis: RedisServer;
  report(text: string): void;
  /** Begins the command line of a service; nothing where it is left out. */
  launcherOf?(service: string): string[] | undefined;
};

export async function startServers(
  folder: string,
  report: (text: string) => void,
): Promise<Servers> {
  report('Building both services…');
  const builtFolder = await buildServices(join(folder, 'build'));
  report('Starting a PostgreSQL cluster for each side, and Redis…');
  const cluster = async (name: string) => {
    await mkdir(join(folder, name), { mode: 0o755 });
    const server = await PostgresqlServer.create(join(folder, name), await freePort());
    // Keeps checkpoints, which write much, out of the measurements.
    for (const setting of ["max_wal_size = '16GB'", "checkpoint_timeout = '1h'"]) {
      await server.query('postgres', `ALTER SYSTEM SET ${setting}`);
    }
    await server.query('postgres', 'SELECT pg_reload_conf()');
    return server;
  };
  const ours = await cluster('ours');
  const baseline = await cluster('baseline');
  const redis = new RedisServer(folder, await freePort());
  await redis.start();
  return { folder, builtFolder, ours, baseline, redis, report };
}

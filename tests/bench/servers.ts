import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Child } from '@app-platform/testing/processes/child';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { repositoryFolder } from '@app-platform/testing/processes/repository-folder';
import { PostgresqlServer } from '@app-platform/testing/servers/postgresql';
import { RedisServer } from '@app-platform/testing/servers/redis';
import { Replica, type ServiceName } from '@app-platform/testing/servers/replica';
import { until } from '@app-platform/testing/until';

/** Under a memory limit, or beside other load, a start takes long. */
const READY_MILLISECONDS = 120_000;

/** What every measurement starts from: a PostgreSQL cluster for each side, and our Redis. */
export type Servers = {
  folder: string;
  /** The production builds of both services. */
  builtFolder: string;
  ours: PostgresqlServer;
  baseline: PostgresqlServer;
  redis: RedisServer;
  report(text: string): void;
  /** Starts the command line of a service, such as that of a control group. */
  launcherOf?(service: string): string[] | undefined;
};

export async function startServers(
  folder: string,
  report: (text: string) => void,
): Promise<Servers> {
  report('Building both services…');
  const builtFolder = join(folder, 'build');
  const build = join(repositoryFolder, 'packages/tooling/src/build.ts');
  await promisify(execFile)(process.execPath, [build, builtFolder]);
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

/** Where a service listens. */
export type Ports = { port: number; internalPort: number };

export async function freeServicePorts(): Promise<Ports> {
  return { port: await freePort(), internalPort: await freePort() };
}

/** Starts the production build of a service. @returns the id of its process */
export async function startService(
  { builtFolder, folder, launcherOf }: Servers,
  service: ServiceName,
  ports: Ports,
  environment: Record<string, string>,
): Promise<number> {
  const replica = new Replica({
    ...{ service, folder, ...ports, number: ports.port },
    program: join(builtFolder, service, 'dist/main.js'),
    launcher: launcherOf?.(service),
    readyMilliseconds: READY_MILLISECONDS,
    environment: { NODE_ENV: 'production', ...environment },
  });
  await replica.start();
  const { processId } = replica;
  if (processId === undefined) throw new Error(`${replica.name} ended as soon as it was ready`);
  return processId;
}

/** A Node.js process that listens on a port. */
type Program = { port: number; processId: number };

/**
 * Starts a program of `baselines/` and waits until it answers.
 * @param setup is written to a file, whose path the program gets
 */
export async function startBaseline(file: string, folder: string, setup: object): Promise<Program> {
  const port = await freePort();
  const setupFile = join(folder, `${file}-${port}.json`);
  await writeFile(setupFile, JSON.stringify({ ...setup, port }), { mode: 0o600 });
  const child = await Child.start({
    name: file,
    command: [process.execPath, join(import.meta.dirname, 'baselines', `${file}.ts`), setupFile],
    environment: { NODE_ENV: 'production' },
    logFile: join(folder, `${file}-${port}.log`),
  });
  await until(`${file} answers`, READY_MILLISECONDS, async () => {
    if (child.hasEnded) throw new Error(`${file} ended. Keep its log with --keep.`);
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined);
    await answer?.body?.cancel();
    return answer !== undefined && answer.status < 500;
  });
  return { port, processId: child.id };
}

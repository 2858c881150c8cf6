import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Child } from '@app-platform/testing/processes/child';
import { freePort } from '@app-platform/testing/processes/free-ports';
import { PostgresqlServer, serverUser } from '@app-platform/testing/servers/postgresql';

const prismaFolder = join(import.meta.dirname, '../../../prisma');

/** A PostgreSQL server of one test file, which may change its settings. */
export type ScratchServer = {
  server: PostgresqlServer;
  /** For whatever else the test starts. */
  folder: string;
  close(): Promise<void>;
};

export async function startScratchServer(): Promise<ScratchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'app-platform-postgresql-'));
  const { uid, gid } = serverUser() ?? {};
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  const server = await PostgresqlServer.create(folder, await freePort());
  const close = async () => {
    await Child.endAll();
    await rm(folder, { recursive: true, force: true });
  };
  return { server, folder, close };
}

export function migrationsOf(service: 'registry' | 'oauth'): string {
  return join(prismaFolder, service);
}

/** Debian's PgBouncer with its defaults before a server, which trusts everybody as the server does. */
export async function startPgBouncer(
  { server, folder }: ScratchServer,
  settings: string[] = [],
): Promise<{ urlOf(database: string): string }> {
  const port = await freePort();
  const file = join(folder, `pgbouncer-${port}.ini`);
  const users = join(folder, 'users.txt');
  await writeFile(users, '"postgres" ""\n');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${new URL(server.urlOf('postgres')).port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    ...settings,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  await Child.start({
    name: 'pgbouncer',
    command: ['/usr/sbin/pgbouncer', file],
    logFile: join(folder, 'pgbouncer.log'),
    user: serverUser(),
  });
  const urlOf = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`;
  return { urlOf };
}

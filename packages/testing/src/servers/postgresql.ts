import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import pg from 'pg';
import { Child } from '../processes/child.ts';
import { until } from '../until.ts';

const PROGRAMS_FOLDER = '/usr/lib/postgresql';
const START_MILLISECONDS = 60_000;

/** A PostgreSQL server of this run's own, with its defaults: what it has committed is on the disk. */
export class PostgresqlServer {
  readonly #folder: string;
  readonly #port: number;
  readonly #user = serverUser();
  #child: Child | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
  }

  static async create(parentFolder: string, port: number): Promise<PostgresqlServer> {
    const server = await PostgresqlServer.#inFolder(join(parentFolder, 'postgresql'), port);
    const folder = server.#folder;
    await Child.run({
      ...server.#options('initdb'),
      command: [
        join(postgresqlPrograms(), 'initdb'),
        ...['--pgdata', join(folder, 'data'), '--username', 'postgres'],
        ...['--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8'],
      ],
    });
    await server.start();
    return server;
  }

  /** Creates a standby that follows another server, which must run. */
  static async createStandby(
    primary: PostgresqlServer,
    parentFolder: string,
    port: number,
  ): Promise<PostgresqlServer> {
    const server = await PostgresqlServer.#inFolder(join(parentFolder, 'standby'), port);
    await Child.run({
      ...server.#options('pg_basebackup'),
      command: [
        join(postgresqlPrograms(), 'pg_basebackup'),
        ...['--pgdata', join(server.#folder, 'data'), '--dbname', primary.urlOf('')],
        ...['--write-recovery-conf', '--checkpoint', 'fast'],
      ],
    });
    await server.start();
    return server;
  }

  static async #inFolder(folder: string, port: number): Promise<PostgresqlServer> {
    const server = new PostgresqlServer(folder, port);
    await mkdir(folder, { mode: 0o700 });
    const { uid, gid } = server.#user ?? {};
    if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
    return server;
  }

  /** What the server has logged. */
  log(): Promise<string> {
    return readFile(`${this.#folder}.log`, 'utf8');
  }

  urlOf(database: string): string {
    return `postgresql://postgres@127.0.0.1:${this.#port}/${database}`;
  }

  /** The server's first process, the parent of all others. */
  get processId(): number {
    return this.#child?.id ?? Number.NaN;
  }

  async start(): Promise<void> {
    const settings = {
      listen_addresses: '127.0.0.1',
      port: this.#port,
      unix_socket_directories: this.#folder,
    };
    this.#child = await Child.start({
      ...this.#options('postgres'),
      command: [
        join(postgresqlPrograms(), 'postgres'),
        ...['-D', join(this.#folder, 'data')],
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
    });
    await until('PostgreSQL answers', START_MILLISECONDS, () =>
      this.query('postgres', 'SELECT 1').then(
        () => true,
        () => false,
      ),
    );
  }

  /** What `pg_ctl stop -m immediate` does: nothing is written, connections break, recovery follows. */
  async stopHard(): Promise<void> {
    await this.#child?.end('SIGQUIT');
  }

  /** @param migrations the folder of the service's schema and migrations */
  async createDatabase(name: string, migrations: string): Promise<void> {
    await this.query('postgres', `CREATE DATABASE ${name}`);
    await this.migrate(name, migrations);
  }

  async migrate(database: string, migrations: string, user = 'postgres'): Promise<string[]> {
    const url = new URL(this.urlOf(database));
    url.username = user;
    const connection = await connectDatabase(url.href);
    try {
      return await applyMigrations(connection.adapter, migrations);
    } finally {
      await connection.close();
    }
  }

  /** Breaks every connection of a database in the middle of whatever it does. @returns how many */
  async cutConnections(database: string): Promise<number> {
    const rows = await this.query(
      'postgres',
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
    );
    return rows.length;
  }

  /** Runs one statement, on a connection of its own. */
  async query(database: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: this.urlOf(database),
      connectionTimeoutMillis: 2_000,
    });
    // Told by whatever runs on it.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  #options(name: string) {
    return { name, logFile: `${this.#folder}.log`, user: this.#user };
  }
}

/** PostgreSQL refuses to run as root. */
export function serverUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Where Debian keeps the programs of the newest PostgreSQL that is installed.
 * @throws Error that says what to install
 */
export function postgresqlPrograms(): string {
  const versions = existsSync(PROGRAMS_FOLDER) ? readdirSync(PROGRAMS_FOLDER) : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  if (!newest) throw new Error("There is no PostgreSQL here. Install Debian's package postgresql.");
  return `${PROGRAMS_FOLDER}/${newest}/bin`;
}

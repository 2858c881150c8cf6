import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { applyMigrations, connectDatabase } from '@app-platform/runtime/database';
import pg from 'pg';

const schemasFolder = join(import.meta.dirname, '../../prisma');
const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

/** Empty databases, of nobody else's. */
export class ScratchDatabases {
  readonly #serverUrl: string;
  readonly #names: string[] = [];

  constructor(serverUrl: string) {
    this.#serverUrl = serverUrl;
  }

  /**
   * The server's version.
   * @throws Error that says what to do, where no server answers
   */
  async serverVersion(): Promise<string> {
    try {
      const [row] = await this.query(this.#serverUrl, 'SHOW server_version');
      return String(row?.server_version);
    } catch (cause) {
      // Of several addresses that all refuse, Node.js tells no message, only a code.
      const reason = cause instanceof Error ? cause.message || Reflect.get(cause, 'code') : cause;
      const { host, username } = new URL(this.#serverUrl);
      throw new Error(
        `This needs a PostgreSQL server, and cannot use the one at ${host} as '${username}': ${reason}
Start one there (Debian: apt-get install postgresql && service postgresql start), or set
TEST_DATABASE_URL=postgresql://USER:PASSWORD@HOST:5432/postgres to a server whose user may create databases.`,
        { cause },
      );
    }
  }

  /**
   * @param service whose layout it has; none where it is left out
   * @returns the URL of a new database
   */
  async create(service?: 'registry' | 'oauth'): Promise<string> {
    const name = `app_platform_scratch_${randomBytes(6).toString('hex')}`;
    // Noted first: half of a creation is dropped too.
    this.#names.push(name);
    await this.query(this.#serverUrl, `CREATE DATABASE ${name}`);
    const url = new URL(this.#serverUrl);
    url.pathname = `/${name}`;
    if (!service) return url.href;
    const connection = await connectDatabase(url.href);
    try {
      await applyMigrations(connection.adapter, join(schemasFolder, service));
    } finally {
      await connection.close();
    }
    return url.href;
  }

  async dropAll(): Promise<void> {
    for (const name of this.#names.splice(0)) {
      await this.query(this.#serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    }
  }

  /** Runs one statement, on a connection of its own. */
  async query(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MILLISECONDS,
    });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }
}

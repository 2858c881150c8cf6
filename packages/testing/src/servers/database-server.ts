import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/** A PostgreSQL server as its administrator sees it, and one database there that a service uses. */
export class DatabaseServer {
  readonly #serverUrl: string;
  readonly #databaseUrl: string;
  readonly #name: string;

  constructor(serverUrl: string, databaseUrl: string) {
    const { pathname } = new URL(databaseUrl);
    this.#serverUrl = serverUrl;
    this.#databaseUrl = new URL(pathname, serverUrl).href;
    this.#name = pathname.slice(1);
  }

  /** Runs statements in the service's database, in a transaction that stays open meanwhile. */
  async during<T>(statements: string, work: () => Promise<T>): Promise<T> {
    return connected(this.#databaseUrl, async (client) => {
      await client.query(`BEGIN; ${statements}`);
      return work();
    });
  }

  /** Runs statements in the service's database. */
  async run(statements: string): Promise<void> {
    await connected(this.#databaseUrl, (client) => client.query(statements));
  }

  /** Cuts the service's connections that wait for a lock, as soon as there is one. */
  async cutWaiting(): Promise<void> {
    await connected(this.#serverUrl, async (client) => {
      while ((await this.#cut(client, "wait_event_type = 'Lock'")) === 0) await wait(20);
    });
  }

  /** Meanwhile nobody is connected to the service's database, and nobody is let in. */
  async refusing<T>(work: () => Promise<T>): Promise<T> {
    return connected(this.#serverUrl, async (client) => {
      await client.query(`ALTER DATABASE ${this.#name} ALLOW_CONNECTIONS false`);
      await this.#cut(client, 'true');
      try {
        return await work();
      } finally {
        await client.query(`ALTER DATABASE ${this.#name} ALLOW_CONNECTIONS true`);
      }
    });
  }

  async #cut(client: pg.Client, condition: string): Promise<number> {
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND ${condition}`,
      [this.#name],
    );
    return rowCount ?? 0;
  }
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    // What is open ends with it.
    await client.end();
  }
}

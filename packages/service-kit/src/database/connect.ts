import { PrismaPg } from '@prisma/adapter-pg';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
} from '@prisma/driver-adapter-utils';
import { BoundedPool } from './bounded-pool.ts';
import type { Statements } from './statements.ts';

export type DatabaseConnection = {
  /** What a Prisma client, or the schema engine, is built on. */
  adapter: SqlMigrationAwareDriverAdapterFactory;
  /** On the same connections. */
  statements: Statements;
  /** Which database this is, for people and logs; never holds a password. */
  description: string;
  /** What the pool is at; the embedded database has none. */
  pool?: () => PoolState;
  close(): Promise<void>;
};

type PoolState = {
  /** Open connections, those that are idle among them. */
  total: number;
  idle: number;
  /** Requests that wait for one. */
  waiting: number;
};

export type ConnectOptions = {
  /** The most connections that the pool opens. The embedded database always has one. */
  maxConnections?: number;
  /** How long a statement may run before PostgreSQL ends it; 0 lets it run without end. */
  statementTimeoutMilliseconds?: number;
  /** How long a request waits for a connection of the pool. */
  connectTimeoutMilliseconds?: number;
};

/**
 * Opens the database that a URL names: `postgres://` and `postgresql://` a server,
 * `pglite:FOLDER` the embedded one, `pglite:` alone the embedded one in memory.
 */
export async function connectDatabase(
  url: string,
  options: ConnectOptions = {},
): Promise<DatabaseConnection> {
  const scheme = url.slice(0, url.indexOf(':') + 1);
  if (scheme === 'pglite:') {
    // Loaded only where it is used: its packages are for development, and production has none.
    const { openEmbedded } = await import('./embedded.ts');
    return openEmbedded(url.slice(scheme.length));
  }
  if (scheme === 'postgres:' || scheme === 'postgresql:') return openServer(url, options);
  throw new Error('A database URL begins with postgresql:// or pglite:');
}

function openServer(url: string, options: ConnectOptions): DatabaseConnection {
  const pool = new BoundedPool({
    url,
    maxConnections: options.maxConnections ?? 10,
    statementTimeoutMilliseconds: options.statementTimeoutMilliseconds ?? 10_000,
    connectTimeoutMilliseconds: options.connectTimeoutMilliseconds ?? 5_000,
  });
  const { host, pathname } = new URL(url);
  return {
    adapter: wholeScripts(new PrismaPg(pool, { statementNameGenerator: statementNames() })),
    statements: {
      rows: async (statement, values) =>
        (await pool.query({ ...statement, values: [...values] })).rows,
    },
    description: `PostgreSQL at ${host}${pathname}`,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

/** More would hold memory of the server in each connection, whatever they are. */
const MOST_PREPARED = 200;

/** Statements with parameters are parsed and planned once in a connection, and then known by name. */
function statementNames(): (query: SqlQuery) => string {
  const names = new Map<string, string>();
  return ({ sql, args }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (args.length === 0 || names.size === MOST_PREPARED) return '';
    const name = `s${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * The adapter package cuts a script at every semicolon, those inside a function's body among them,
 * and runs the pieces on whatever connection is free. Sent as it is, it is one transaction.
 */
function wholeScripts(factory: PrismaPg): SqlMigrationAwareDriverAdapterFactory {
  const whole = (adapter: SqlDriverAdapter): SqlDriverAdapter => {
    adapter.executeScript = async (script) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => whole(await factory.connect()),
    connectToShadowDb: async () => whole(await factory.connectToShadowDb()),
  };
}

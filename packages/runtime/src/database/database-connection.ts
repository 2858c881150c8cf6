import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Statements } from './statement.ts';

export type DatabaseConnection = {
  /** For the schema engine, and for Prisma's client in tests. */
  adapter: SqlMigrationAwareDriverAdapterFactory;
  /** Runs statements on the same connections, each in a transaction of its own. */
  statements: Statements;
  /** Runs `work` in one transaction. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
  /** Resolves when the database answers, and accepts changes. */
  ping(): Promise<void>;
  /** Names the database in messages and logs, without its password. */
  description: string;
  /** The embedded database has no pool. */
  pool?: () => PoolState;
  close(): Promise<void>;
};

type PoolState = {
  /** Open connections, idle ones included. */
  total: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
};

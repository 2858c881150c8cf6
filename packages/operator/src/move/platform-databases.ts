import type { DatabaseConnection } from '@app-platform/runtime/database';
import { MovedDatabase } from './moved-database.ts';

export const serviceNames = ['registry', 'oauth'] as const;

export type ServiceName = (typeof serviceNames)[number];

/** The database of each service. */
export type PlatformConnections = Record<ServiceName, DatabaseConnection>;

/** The first line of a file: format and version. */
export const FILE_HEADER = ['app-platform export', 1] as const;

/** The number of rows per table. */
export type MoveReport = { rows: number; databases: Record<ServiceName, Record<string, number>> };

/** Runs work in one transaction per database, and commits both once it has succeeded. */
export async function inBoth<T>(
  connections: PlatformConnections,
  access: 'READ ONLY' | 'READ WRITE',
  work: (databases: Record<ServiceName, MovedDatabase>) => Promise<T>,
): Promise<T> {
  const registry = await MovedDatabase.begin(connections.registry, access);
  const oauth = await MovedDatabase.begin(connections.oauth, access);
  try {
    const result = await work({ registry, oauth });
    await registry.commit();
    await oauth.commit();
    return result;
  } catch (error) {
    // The first error is thrown; a broken connection has rolled back by itself.
    await Promise.allSettled([registry.rollback(), oauth.rollback()]);
    throw error;
  }
}

/** @throws Error if the database has no migrations */
export async function migrationsOf(name: string, database: MovedDatabase): Promise<string[]> {
  const migrations = await database.migrations();
  if (migrations.length > 0) return migrations;
  throw new Error(`The ${name} database has no tables yet. Run: npm run migrate`);
}

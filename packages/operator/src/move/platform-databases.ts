import type { DatabaseConnection } from '@app-platform/service-kit/database';
import { MovedDatabase } from './moved-database.ts';

export const serviceNames = ['registry', 'oauth'] as const;

export type ServiceName = (typeof serviceNames)[number];

/** The database of each service. */
export type PlatformConnections = Record<ServiceName, DatabaseConnection>;

/** What a file begins with; another version is not read. */
export const FILE_HEADER = ['app-platform export', 1] as const;

/** How many rows each table had, for people and programs. */
export type MoveReport = { rows: number; databases: Record<ServiceName, Record<string, number>> };

/** Does something in one transaction of each database: all of it is kept, or nothing. */
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
    // What failed is told; a connection that broke has undone everything by itself.
    await Promise.allSettled([registry.undo(), oauth.undo()]);
    throw error;
  }
}

/** @throws Error that says what to do, where a database has no tables */
export async function migrationsOf(name: string, database: MovedDatabase): Promise<string[]> {
  const migrations = await database.migrations();
  if (migrations.length > 0) return migrations;
  throw new Error(`The ${name} database has no tables yet. Run: npm run migrate`);
}

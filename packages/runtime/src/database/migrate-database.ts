import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../logging/logger.ts';
import { recordCompatibleReleases } from './compatible-releases.ts';
import { allowIndexesAgain, buildingIndexesPatiently } from './concurrent-indexes.ts';
import { connectDatabase } from './connect.ts';
import type { DatabaseConnection } from './database-connection.ts';
import { applyMigrations } from './migrate.ts';
import { withMigrationLock } from './migration-lock.ts';
import { requireAllReplaced, requireMigrations } from './migration-state.ts';
import { requireSessionPooling } from './session-pooling.ts';

/**
 * Of a lock timeout, which PostgreSQL raises in English, and of a deadlock with a request, as Prisma's engine reports
 * it. The engine passes no SQLSTATE on.
 */
const LOCKED = ['canceling statement due to lock timeout', 'Transaction write conflict'];
/** Prisma does not go on after a migration that failed. One that waited for a lock changed nothing. */
const ALLOW_ANOTHER_TRY = `
  UPDATE _prisma_migrations SET rolled_back_at = now()
  WHERE finished_at IS NULL AND rolled_back_at IS NULL
    AND (${LOCKED.map((message) => `logs LIKE '%${message}%'`).join(' OR ')})`;

export type MigrationLimits = {
  /** Requests that need the same table wait behind the migration for as long. */
  lockTimeoutMilliseconds: number;
  /** Of one migration, which is one transaction. */
  statementTimeoutMilliseconds: number;
  /** Between two tries, so that requests are served meanwhile. */
  pauseMilliseconds: number;
  /** No try begins later, and no process waits longer for another one that migrates. */
  giveUpAfterMilliseconds: number;
};

/** Changes rows, where SQL alone cannot. @returns the names of the steps that it has ended */
export type AfterMigrations = (connection: DatabaseConnection) => Promise<string[]>;

const usualLimits: MigrationLimits = {
  lockTimeoutMilliseconds: 2_000,
  statementTimeoutMilliseconds: 30 * 60_000,
  pauseMilliseconds: 5_000,
  giveUpAfterMilliseconds: 10 * 60_000,
};

/**
 * Brings a database to the newest migration of a folder. Where a table is in use for long, by a
 * report or a backup, the migration gives way and is tried again.
 * @param folder holds `schema.prisma` and `migrations/`
 * @param onLocked is called before each further try, with the number of those that failed
 * @param options limits that differ from the usual ones, and what is done on the migrated database
 * @returns the migrations that the last try applied, the steps that ended, and the name of the database
 * @throws Error where a migration fails, or the database does not fit this version afterwards
 */
export async function migrateDatabase(
  url: string,
  folder: string,
  onLocked: (tries: number) => void,
  options: Partial<MigrationLimits> & { afterwards?: AfterMigrations } = {},
): Promise<{ applied: string[]; steps: string[]; description: string }> {
  const limits = { ...usualLimits, ...options };
  await requireSessionPooling(url);
  const connection = await connectDatabase(url, limits);
  try {
    return await withMigrationLock(url, limits.giveUpAfterMilliseconds, async () => {
      await requireAllReplaced(connection.adapter, folder);
      await allowIndexesAgain(connection.adapter);
      // Before the first change, for replicas of the last release that start meanwhile.
      await recordCompatibleReleases(connection.adapter, folder);
      const adapter = buildingIndexesPatiently(connection.adapter, url);
      const applied = await applyUnlocked(adapter, folder, onLocked, limits);
      // Again for a new database, which had no table for it.
      await recordCompatibleReleases(adapter, folder);
      await requireMigrations(adapter, folder);
      const steps = (await options.afterwards?.(connection)) ?? [];
      return { applied, steps, description: connection.description };
    });
  } finally {
    await connection.close();
  }
}

async function applyUnlocked(
  adapter: DatabaseConnection['adapter'],
  folder: string,
  onLocked: (tries: number) => void,
  { pauseMilliseconds, giveUpAfterMilliseconds }: MigrationLimits,
): Promise<string[]> {
  const end = performance.now() + giveUpAfterMilliseconds;
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyMigrations(adapter, folder);
    } catch (error) {
      if (!LOCKED.some((message) => String(error).includes(message))) throw error;
      await allowAnotherTry(adapter);
      if (performance.now() + pauseMilliseconds > end) throw error;
      onLocked(tries);
      await wait(pauseMilliseconds);
    }
  }
}

async function allowAnotherTry(adapter: DatabaseConnection['adapter']): Promise<void> {
  const session = await adapter.connect();
  try {
    await session.executeScript(ALLOW_ANOTHER_TRY);
  } finally {
    await session.dispose();
  }
}

/**
 * Brings a service's database to this version, and ends: well only where this version would start
 * on it.
 * @param folder holds `schema.prisma` and `migrations/`
 * @param afterwards changes rows of the migrated database
 */
export async function migrateToThisVersion(
  databaseUrl: string,
  folder: string,
  logger: Logger,
  afterwards?: AfterMigrations,
): Promise<void> {
  const { applied, steps, description } = await migrateDatabase(
    databaseUrl,
    folder,
    (tries) => logger.warn({ tries }, 'a migration waits for a table that is in use; trying again'),
    { ...(afterwards && { afterwards }) },
  );
  logger.info({ applied, steps, database: description }, 'migrated');
}

export { type ConnectOptions, connectDatabase, type DatabaseConnection } from './connect.ts';
export { translateDatabaseError } from './database-errors.ts';
export { adapterFor, openEmbedded } from './embedded.ts';
export { applyMigrations, diffSchema, writeMigration } from './migrate.ts';
export { retryConflicts } from './retry-conflicts.ts';

export { type ConnectOptions, connectDatabase, type DatabaseConnection } from './connect.ts';
export { isUniqueViolation, translateDatabaseError } from './database-errors.ts';
export { applyMigrations, diffSchema, writeMigration } from './migrate.ts';
export { migrateToThisVersion } from './migrate-to-this-version.ts';
export { prismaFolderAbove, requireMigrations } from './migration-state.ts';
export { retryConflicts } from './retry-conflicts.ts';
export type { Statement, Statements, StatementValue } from './statements.ts';

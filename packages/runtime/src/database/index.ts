export { type ConnectOptions, connectDatabase } from './connect.ts';
export type { DatabaseConnection } from './database-connection.ts';
export { isDatabaseOutage, isUniqueViolation } from './database-errors.ts';
export { IdempotentAnswerStore } from './idempotent-answer-store.ts';
export { applyMigrations, diffSchema, writeMigration } from './migrate.ts';
export { type AfterMigrations, type MigrationLimits, migrateDatabase } from './migrate-database.ts';
export { migrateToThisVersion } from './migrate-to-this-version.ts';
export { prismaFolderAbove, requireMigrations } from './migration-state.ts';
export { type Page, type PageOf, pageOf } from './page.ts';
export { prismaTransaction } from './prisma-transaction.ts';
export { removeOldAuditRows } from './retention.ts';
export { retryConflicts } from './retry-conflicts.ts';
export { requireSessionPooling } from './session-pooling.ts';
export {
  type Columns,
  type ColumnType,
  definedStatements,
  defineStatement,
  type RowOf,
  type Statement,
  type Statements,
} from './statement.ts';

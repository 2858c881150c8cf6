export { auditList } from './audit-list.ts';
export { recordCompatibleReleases } from './compatible-releases.ts';
export { addsIndexConcurrently, concurrentIndexOf } from './concurrent-indexes.ts';
export { type ConnectOptions, connectDatabase, connectReplica } from './connect.ts';
export type { DatabaseConnection } from './database-connection.ts';
export { isDatabaseOutage, isUniqueViolation } from './database-errors.ts';
export { IdempotentAnswerStore } from './idempotent-answer-store.ts';
export { measureStatements } from './measured-statements.ts';
export { applyMigrations, diffSchema, writeMigration } from './migrate.ts';
export {
  type AfterMigrations,
  type MigrationLimits,
  migrateDatabase,
  migrateToThisVersion,
} from './migrate-database.ts';
export { prismaFolderAbove, requireMigrations } from './migration-state.ts';
export {
  OrganizationRows,
  type OrganizationTable,
  organizationStatements,
  type RecordPage,
  type RemovedRows,
} from './organization-rows.ts';
export { type Page, type PageOf, pageOf } from './page.ts';
export { auditPartitions, type PartitionedTables, PartitionUpkeep } from './partition-upkeep.ts';
export { ReadReplicas } from './read-replicas.ts';
export { type RetentionOptions, removeOldAuditRows } from './retention.ts';
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
export { retryConflicts } from './transactions.ts';

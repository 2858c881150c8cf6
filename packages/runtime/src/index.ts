export { type ProcessIdentity, processIdentity } from './config/process-identity.ts';
export { ConfigError, readConfig, variablesOf } from './config/read-config.ts';
export {
  DEFAULT_CACHE_MEGABYTES,
  DEFAULT_CELL,
  readMigrationConfig,
  readRetentionConfig,
  type ServiceConfig,
  type ServiceVariables,
  serviceConfigOf,
  serviceProperties,
} from './config/service-config.ts';
export * as variables from './config/variables.ts';
export { type EncryptedKind, KeyEncryption } from './encryption/key-encryption.ts';
export { type CallPolicy, callPolicy, InternalCalls } from './internal-calls/internal-calls.ts';
export { logFatalErrors, stopSignals } from './life-cycle/life-cycle.ts';
export { releaseStartUpMemory } from './life-cycle/start-up-memory.ts';
export { createLogger, type Logger } from './logging/logger.ts';
export { queueTable } from './queue/queue-table.ts';
export { QueueWorker } from './queue/queue-worker.ts';
export { ServiceStatus, type StatusPart } from './status/service-status.ts';
export type { Port, ServiceMetrics } from './telemetry/metrics.ts';
export {
  type RedisState,
  readGauge,
  registerPoolGauge,
  registerRedisMetrics,
  registerReplicaGauge,
} from './telemetry/metrics.ts';
export { openTelemetry, type Telemetry } from './telemetry/telemetry.ts';
export type { Span } from './telemetry/trace.ts';
export {
  currentRequest,
  newTrace,
  parseTraceparent,
  type TraceContext,
} from './telemetry/trace.ts';

/** The source of the current time, which a test can replace. */
export type Clock = () => Date;

import {
  createLogger,
  type Logger,
  logFatalErrors,
  openTelemetry,
  type ProcessIdentity,
  registerPoolGauge,
  releaseStartUpMemory,
  type ServiceConfig,
  stopSignals,
  type Telemetry,
} from '@app-platform/runtime';
import {
  connectDatabase,
  type DatabaseConnection,
  measureStatements,
  requireMigrations,
  requireSessionPooling,
} from '@app-platform/runtime/database';
import type { Express } from 'express';
import { listen } from './listen.ts';

/** What a service is made of. */
export type ServiceParts<Config> = {
  config: Config;
  connection: DatabaseConnection;
  logger: Logger;
  telemetry: Telemetry;
  /** Whether the process is stopping. It is not ready then, so that no new requests are sent to it. */
  isStopping: () => boolean;
};

type Service = {
  publicApp: Express;
  /** Served on a port that is never routed from outside. */
  internalApp: Express;
  /** Starts background tasks. Not awaited: services start in any order. */
  start(): unknown;
  /** Stops background tasks, then closes connections, the database last. */
  stop(): Promise<void>;
};

type RunOptions<Config> = {
  identity: ProcessIdentity;
  /** @throws ConfigError */
  readConfig: () => Config;
  /** Of the migrations that must have run in production. */
  prismaFolder: string;
  create: (parts: ServiceParts<Config>) => Promise<Service>;
};

/**
 * Runs a service until SIGTERM or SIGINT: configuration, database, both ports. After a signal it is not
 * ready, then finishes open requests, then stops background tasks.
 */
export async function runService<Config extends ServiceConfig>(
  options: RunOptions<Config>,
): Promise<void> {
  const { identity, readConfig, prismaFolder, create } = options;
  logFatalErrors(identity);
  const signals = stopSignals();
  const config = readConfig();
  const logger = createLogger(identity, config.logLevel);
  const telemetry = await openTelemetry(identity, { ...config, logger });
  const connection = measureStatements(await openDatabase(config, prismaFolder), telemetry);
  registerPoolGauge(telemetry.metrics, connection);
  let stopping = false;
  const isStopping = () => stopping;
  const service = await create({ config, connection, logger, telemetry, isStopping });
  const { host, port, internalPort, drainMilliseconds } = config;
  const common = { host, drainMilliseconds };
  const internalListener = await listen(service.internalApp, { ...common, port: internalPort });
  const publicListener = await listen(service.publicApp, { ...common, port });
  void service.start();
  signals.stopBy(async (signal) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    await Promise.all([publicListener.close(), internalListener.close()]);
    await service.stop();
    await telemetry.tracing.close();
    logger.info('stopped');
  });
  const ports = { port: publicListener.port, internalPort: internalListener.port };
  logger.info({ ...ports, description: connection.description }, 'ready');
  releaseStartUpMemory();
}

async function openDatabase(config: ServiceConfig, prismaFolder: string) {
  await requireSessionPooling(config.databaseUrl);
  const connection = await connectDatabase(config.databaseUrl, {
    maxConnections: config.databaseConnections,
  });
  if (config.isProduction) await requireMigrations(connection.adapter, prismaFolder);
  return connection;
}

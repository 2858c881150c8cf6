import {
  collectSeldom,
  createLogger,
  giveMemoryBack,
  listen,
  logFatalErrors,
  onceSettled,
  openTelemetry,
  stopSignals,
  watchPool,
} from '@app-platform/service-kit';
import {
  connectDatabase,
  prismaFolderAbove,
  requireMigrations,
} from '@app-platform/service-kit/database';
import { RedisConnection } from '@app-platform/service-kit/redis';
import { readRegistryConfig } from './config.ts';
import { openRegistryDatabase } from './database/database.ts';
import { createRegistry } from './server.ts';

logFatalErrors('registry');
const signals = stopSignals();
collectSeldom();
const config = readRegistryConfig();
const logger = createLogger('registry', config.logLevel);
const telemetry = await openTelemetry('registry', { ...config, logger });
const connection = await connectDatabase(config.databaseUrl, {
  maxConnections: config.databaseConnections,
});
watchPool(telemetry.metrics, connection);
const database = openRegistryDatabase(connection);
const { tokens, maxBodyBytes, trustedProxies, rates, oauth } = config;
if (config.isProduction) {
  await requireMigrations(connection.adapter, prismaFolderAbove(import.meta.dirname, 'registry'));
}
const tellRedis = (error: Error) => logger.warn({ err: error }, 'Redis');
const redis = config.redis && new RedisConnection(config.redis, tellRedis);
let stopping = false;
const registry = createRegistry({
  database,
  clock: () => new Date(),
  logger,
  telemetry,
  tokens,
  maxBodyBytes,
  trustedProxies,
  rates,
  ...(redis && { redis }),
  isStopping: () => stopping,
  ...(oauth && { oauth }),
});
const { host, drainMilliseconds } = config;
const internalListener = await listen(registry.internalApp, {
  host,
  port: config.internalPort,
  drainMilliseconds,
});
const publicListener = await listen(registry.publicApp, {
  host,
  port: config.port,
  drainMilliseconds,
});
// Not waited for: the two services may start in any order.
void registry.start();

const stop = async (signal: string): Promise<void> => {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'stopping');
  await Promise.all([publicListener.close(), internalListener.close()]);
  await registry.stop();
  await redis?.close();
  await database.close();
  await telemetry.tracing.close();
  logger.info('stopped');
};
signals.stopBy(stop);
// Last: whoever was told may send a signal.
const { description } = connection;
logger.info(
  { port: publicListener.port, internalPort: internalListener.port, description },
  'ready',
);
// Not waited for: it may be told to stop before.
void onceSettled(
  [
    () => registry.prepare(),
    // For the operator, who is told when Redis is not there; requests open it by themselves.
    () => redis?.open(),
    giveMemoryBack,
  ],
  logger,
);

import { listen } from '@app-platform/http-api';
import {
  createLogger,
  logFatalErrors,
  openTelemetry,
  registerPoolGauge,
  registerRedisMetrics,
  stopSignals,
} from '@app-platform/runtime';
import {
  connectDatabase,
  prismaFolderAbove,
  requireMigrations,
  requireSessionPooling,
} from '@app-platform/runtime/database';
import { RedisConnection } from '@app-platform/runtime/redis';
import { readIdentity, readRegistryConfig } from './config.ts';
import { consoleFolderAbove } from './console/console-folder.ts';
import { createRegistry } from './server.ts';
import { openRegistryDatabase } from './stores.ts';

const identity = readIdentity();
logFatalErrors(identity);
const signals = stopSignals();
const config = readRegistryConfig();
const logger = createLogger(identity, config.logLevel);
const telemetry = await openTelemetry(identity, { ...config, logger });
await requireSessionPooling(config.databaseUrl);
const connection = await connectDatabase(config.databaseUrl, {
  maxConnections: config.databaseConnections,
});
registerPoolGauge(telemetry.metrics, connection);
const database = openRegistryDatabase(connection);
const { baseUrl, tokens, maxBodyBytes, trustedProxies, rates, oauth, publicApps } = config;
const { webhooks } = config;
if (config.isProduction) {
  await requireMigrations(connection.adapter, prismaFolderAbove(import.meta.dirname, 'registry'));
}
const logRedisError = (error: Error) => logger.warn({ err: error }, 'Redis');
const redis = config.redis && new RedisConnection(config.redis, logRedisError);
if (redis) registerRedisMetrics(telemetry.metrics, redis);
await database.prepare();
const consoleFolder = consoleFolderAbove(import.meta.dirname);
let stopping = false;
const registry = createRegistry({
  database,
  clock: () => new Date(),
  logger,
  telemetry,
  tokens,
  webhooks,
  baseUrl,
  maxBodyBytes,
  trustedProxies,
  rates,
  publicApps,
  ...(redis && { redis }),
  isStopping: () => stopping,
  ...(oauth && { oauth }),
  ...(oauth &&
    consoleFolder && { console: { folder: consoleFolder, baseUrl, oauthUrl: oauth.issuer } }),
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
// Not awaited: the two services may start in any order.
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
const { description } = connection;
logger.info(
  { port: publicListener.port, internalPort: internalListener.port, description },
  'ready',
);
// Not awaited: the service runs without Redis, and a Redis that is down is logged.
void redis?.open();

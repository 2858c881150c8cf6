import { listen } from '@app-platform/http-api';
import {
  createLogger,
  InternalCalls,
  KeyEncryption,
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
import { readIdentity, readOauthConfig } from './config.ts';
import { Database } from './database/database.ts';
import { RegistryClient } from './registry-client/registry-client.ts';
import { createOauthService } from './server.ts';
import { ExpiredRecordStore } from './storage/expired-record-store.ts';
import { ExpiredRecordSweeper } from './storage/expired-record-sweeper.ts';
import { MemoryStore } from './storage/memory-store.ts';
import { RedisStore } from './storage/redis-store.ts';

const identity = readIdentity();
logFatalErrors(identity);
const signals = stopSignals();
const config = readOauthConfig();
const { host, drainMilliseconds, tokens } = config;
const logger = createLogger(identity, config.logLevel);
const clock = () => new Date();
const telemetry = await openTelemetry(identity, { ...config, logger });
await requireSessionPooling(config.databaseUrl);
const connection = await connectDatabase(config.databaseUrl, {
  maxConnections: config.databaseConnections,
});
registerPoolGauge(telemetry.metrics, connection);
const database = new Database(connection);
const logRedisError = (error: Error) => logger.warn({ err: error }, 'Redis');
const [ephemeral] = await Promise.all([
  config.redis
    ? RedisStore.connect(config.redis, logRedisError, config.redisPrefix)
    : new MemoryStore(clock),
  config.isProduction &&
    requireMigrations(connection.adapter, prismaFolderAbove(import.meta.dirname, 'oauth')),
]);
if (ephemeral instanceof RedisStore) registerRedisMetrics(telemetry.metrics, ephemeral.state);
const registry = new RegistryClient({
  baseUrl: config.registryInternalUrl,
  serviceToken: tokens.serviceToken,
  calls: new InternalCalls(telemetry),
});
// Loaded only where it is used.
const { Mailer } = config.mail ? await import('./mail/mailer.ts') : {};
const mailer = Mailer && config.mail && new Mailer({ ...config.mail, logger });
let stopping = false;
const service = await createOauthService({
  ...config,
  database,
  ephemeral,
  registry,
  mailer,
  keyEncryption: new KeyEncryption(config.keysEncryptionKey, config.secondKeysEncryptionKey),
  clock,
  logger,
  telemetry,
  isStopping: () => stopping,
});
const internalListener = await listen(service.internalApp, {
  host,
  port: config.internalPort,
  drainMilliseconds,
});
const publicListener = await listen(service.publicApp, {
  host,
  port: config.port,
  drainMilliseconds,
});

service.start();
const sweeper = new ExpiredRecordSweeper(new ExpiredRecordStore(database), logger);
sweeper.start();

const stop = async (signal: string): Promise<void> => {
  if (stopping) return;
  stopping = true;
  logger.info({ signal }, 'stopping');
  await Promise.all([publicListener.close(), internalListener.close()]);
  await sweeper.stop();
  await service.stop();
  await registry.close();
  mailer?.close();
  await ephemeral.close();
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

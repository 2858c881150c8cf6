import { runService } from '@app-platform/http-api/run-service';
import { InternalCalls, KeyEncryption, registerRedisMetrics } from '@app-platform/runtime';
import { prismaFolderAbove } from '@app-platform/runtime/database';
import { readIdentity, readOauthConfig } from './config.ts';
import { OauthDatabase } from './database/database.ts';
import { RegistryClient } from './registry-client/registry-client.ts';
import { createOauthService } from './server.ts';
import { type EphemeralStore, MemoryStore } from './storage/ephemeral-store.ts';
import { ExpiredRecordStore } from './storage/expired-record-store.ts';
import { ExpiredRecordSweeper } from './storage/expired-record-sweeper.ts';
import { RedisStore } from './storage/redis-store.ts';

await runService({
  identity: readIdentity(),
  readConfig: readOauthConfig,
  prismaFolder: prismaFolderAbove(import.meta.dirname, 'oauth'),
  create: async ({ config, connection, logger, telemetry, isStopping }) => {
    const clock = () => new Date();
    const database = new OauthDatabase(connection);
    const logRedisError = (error: Error) => logger.warn({ err: error }, 'Redis');
    const ephemeral: EphemeralStore = config.redis
      ? await RedisStore.connect(config.redis, logRedisError, config.redisPrefix)
      : new MemoryStore(clock);
    if (ephemeral.state) registerRedisMetrics(telemetry.metrics, ephemeral.state);
    const registry = new RegistryClient({
      baseUrl: config.registryInternalUrl,
      serviceToken: config.tokens.serviceToken,
      calls: new InternalCalls(telemetry),
    });
    // Loaded only where it is used.
    const { Mailer } = config.mail ? await import('./mail/mailer.ts') : {};
    const mailer = Mailer && config.mail && new Mailer({ ...config.mail, logger });
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
      isStopping,
    });
    const expired = database.withStores((access) => ({
      expiredRecords: new ExpiredRecordStore(access),
    }));
    const sweeper = new ExpiredRecordSweeper(expired, logger);
    return {
      ...service,
      start: () => {
        service.start();
        sweeper.start();
      },
      stop: async () => {
        await sweeper.stop();
        await service.stop();
        await registry.close();
        await mailer?.close();
        await ephemeral.close();
        await database.close();
      },
    };
  },
});

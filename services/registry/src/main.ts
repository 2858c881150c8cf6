import { runService } from '@app-platform/http-api/run-service';
import { registerRedisMetrics, registerReplicaGauge } from '@app-platform/runtime';
import {
  connectReplica,
  measureStatements,
  prismaFolderAbove,
} from '@app-platform/runtime/database';
import { RedisConnection } from '@app-platform/runtime/redis';
import { readIdentity, readRegistryConfig } from './config.ts';
import { consoleFolderAbove } from './console/routes.ts';
import { createRegistry } from './server.ts';
import { openRegistryDatabase } from './stores.ts';

await runService({
  identity: readIdentity(),
  readConfig: readRegistryConfig,
  prismaFolder: prismaFolderAbove(import.meta.dirname, 'registry'),
  create: async ({ config, connection, logger, telemetry, isStopping }) => {
    const { redis: target, oauth, replicaUrls, ...options } = config;
    const logRedisError = (error: Error) => logger.warn({ err: error }, 'Redis');
    const redis = target && new RedisConnection(target, logRedisError);
    if (redis) registerRedisMetrics(telemetry.metrics, redis);
    const replicas = await Promise.all(
      replicaUrls.map(async (url) =>
        measureStatements(await connectReplica(url, config.databaseConnections), telemetry),
      ),
    );
    const database = openRegistryDatabase(connection, { replicas, logger });
    registerReplicaGauge(telemetry.metrics, () => database.readReplicas.lagsInSeconds());
    const folder = consoleFolderAbove(import.meta.dirname);
    const registry = createRegistry({
      ...options,
      database,
      clock: () => new Date(),
      logger,
      telemetry,
      isStopping,
      ...(redis && { redis }),
      ...(oauth && { oauth }),
      ...(oauth &&
        folder && { console: { folder, baseUrl: config.baseUrl, oauthUrl: oauth.issuer } }),
    });
    return {
      ...registry,
      start: () => {
        // Not awaited: the service runs without Redis, and a Redis that is down is logged.
        void redis?.open();
        return registry.start();
      },
      stop: async () => {
        await registry.stop();
        await redis?.close();
        await database.close();
      },
    };
  },
});

import { ServiceStatus, type StatusPart } from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';
import manifest from '../package.json' with { type: 'json' };
import type { OauthReaders } from './authentication/oauth-service-readers.ts';
import type { RegistryDatabase } from './stores.ts';

type Parts = {
  database: RegistryDatabase;
  clock: () => Date;
  redis?: RedisConnection;
  oauth?: Pick<OauthReaders, 'keys' | 'revocations'> | undefined;
};

/** What callers of the registry notice when a part does not work. A part belongs here only if they do. */
export function registryStatus({ database, clock, redis, oauth }: Parts): ServiceStatus {
  const parts: StatusPart[] = [
    {
      part: 'database',
      effect: 'Most requests are answered with 503.',
      works: () => database.ping().then(() => true),
    },
    {
      part: 'read_replica',
      effect: 'Lists are read from the primary database and may take longer.',
      works: () => database.readReplicas.areCurrent,
    },
  ];
  if (redis) {
    const effect = 'Each replica counts rate limits alone, so that they may end sooner or later.';
    parts.push({ part: 'redis', effect, works: () => redis.isReady });
  }
  if (oauth) {
    parts.push({
      part: 'oauth_service',
      effect: 'Access tokens are checked as before, and a revocation takes effect late.',
      works: () => oauth.revocations.isCurrent && oauth.keys.areCurrent,
    });
  }
  return new ServiceStatus({ version: manifest.version, parts, clock });
}

import { ServiceStatus, type StatusPart } from '@app-platform/runtime';
import manifest from '../package.json' with { type: 'json' };
import type { RegistryClient } from './registry-client/registry-client.ts';
import type { EphemeralStore } from './storage/ephemeral-store.ts';

type Parts = {
  database: { ping(): Promise<void> };
  ephemeral: Pick<EphemeralStore, 'state'>;
  registry: Pick<RegistryClient, 'isAnswering'>;
  clock: () => Date;
};

/** What callers of this service notice when a part does not work. A part belongs here only if they do. */
export function oauthStatus({ database, ephemeral, registry, clock }: Parts): ServiceStatus {
  const { state: redis } = ephemeral;
  const parts: StatusPart[] = [
    {
      part: 'database',
      effect: 'Sign-ins and token requests are answered with 503.',
      works: () => database.ping().then(() => true),
    },
    {
      part: 'registry',
      effect: 'Sign-ins, token requests and the administration of users are answered with 503.',
      works: () => registry.isAnswering(),
    },
  ];
  if (redis) {
    const effect = 'Sign-ins are answered with 503; tokens are issued and refreshed.';
    parts.push({ part: 'redis', effect, works: () => redis.isReady });
  }
  return new ServiceStatus({ version: manifest.version, parts, clock });
}

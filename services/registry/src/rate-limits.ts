import {
  byNetwork,
  type RouteLimits,
  rateLimit,
  type ServiceMetrics,
} from '@app-platform/service-kit';
import type { RedisConnection } from '@app-platform/service-kit/redis';
import type { RequestHandler, Response } from 'express';
import type { Principal } from './authentication/principal.ts';

/** How often something may be asked for in a minute. */
export type Rates = {
  /** Of one network, and with one credential, of each replica. */
  requests: number;
  /** Of one organization, of all replicas. */
  registrations: number;
  /** Client secrets and API keys; likewise. */
  secrets: number;
};

/**
 * The broad limits shed load, and are counted by each replica alone: a round trip to Redis in every
 * request would cost more than it saves. The strict ones are counted together.
 */
export function registryLimits(
  { requests, registrations, secrets }: Rates,
  metrics: ServiceMetrics,
  redis: RedisConnection | undefined,
): { perNetwork: RequestHandler; routes: RouteLimits } {
  const shared = { metrics, ...(redis && { redis }) };
  const keyOf = (_request: unknown, response: Response) => principalOf(response)?.organizationId;
  return {
    perNetwork: rateLimit({ name: 'requests', perMinute: requests, keyOf: byNetwork, metrics }),
    routes: {
      every: rateLimit({
        name: 'requests with one credential',
        perMinute: requests,
        metrics,
        keyOf: (_request, response) => credentialOf(principalOf(response)),
      }),
      strict: {
        registrations: rateLimit({
          name: 'registrations',
          perMinute: registrations,
          keyOf,
          ...shared,
        }),
        secrets: rateLimit({ name: 'secrets', perMinute: secrets, keyOf, ...shared }),
      },
    },
  };
}

function principalOf(response: Response): Principal | undefined {
  return response.locals.principal;
}

/** All access tokens of a client in an organization count as one: it can get any number of them. */
function credentialOf(principal: Principal | undefined): string | undefined {
  if (!principal) return undefined;
  const { clientId, organizationId, id } = principal;
  return clientId ? `${clientId} ${organizationId}` : id;
}

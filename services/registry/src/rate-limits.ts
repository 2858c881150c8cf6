import { byCredential, byNetwork, type RouteLimits, rateLimit } from '@app-platform/http-api';
import { type ServiceMetrics, variables } from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';
import type { Request, RequestHandler, Response } from 'express';
import type { Principal } from './authentication/principal.ts';

/** Limits per minute. */
export type Rates = {
  /** Requests of one network, and with one credential, per replica. */
  requests: number;
  /** Registrations of one organization, over all replicas. */
  registrations: number;
  /** New client secrets and API keys of one organization, over all replicas. */
  secrets: number;
  /** Streams of one organization that are opened, over all replicas. */
  streams: number;
  /** Requests of assistants of one organization, over all replicas. */
  assistants: number;
};

/** The variables of the limits. */
export type RateVariables = {
  REQUESTS_PER_MINUTE: number;
  REGISTRATIONS_PER_MINUTE: number;
  SECRETS_PER_MINUTE: number;
  STREAMS_PER_MINUTE: number;
  MCP_REQUESTS_PER_MINUTE: number;
};

export const rateProperties = {
  REQUESTS_PER_MINUTE: { ...variables.perMinute, default: 6_000 },
  REGISTRATIONS_PER_MINUTE: { ...variables.perMinute, default: 120 },
  SECRETS_PER_MINUTE: { ...variables.perMinute, default: 60 },
  STREAMS_PER_MINUTE: { ...variables.perMinute, default: 120 },
  MCP_REQUESTS_PER_MINUTE: { ...variables.perMinute, default: 600 },
} as const;

export function ratesOf(values: RateVariables): Rates {
  return {
    requests: values.REQUESTS_PER_MINUTE,
    registrations: values.REGISTRATIONS_PER_MINUTE,
    secrets: values.SECRETS_PER_MINUTE,
    streams: values.STREAMS_PER_MINUTE,
    assistants: values.MCP_REQUESTS_PER_MINUTE,
  };
}

/**
 * The broad limits shed load and are counted per replica: a round trip to Redis in every request would
 * cost more than it saves. The strict limits are counted over all replicas.
 */
export function registryLimits(
  { requests, registrations, secrets, streams, assistants }: Rates,
  metrics: ServiceMetrics,
  redis: RedisConnection | undefined,
): { perNetwork: RequestHandler; routes: RouteLimits } {
  const shared = { metrics, ...(redis && { redis }) };
  const keyOf = organizationOf;
  return {
    perNetwork: rateLimit({ name: 'requests', perMinute: requests, keyOf: byNetwork, metrics }),
    routes: {
      every: rateLimit({
        name: 'requests with one credential',
        perMinute: requests,
        keyOf: byCredential,
        metrics,
      }),
      strict: {
        registrations: rateLimit({
          name: 'registrations',
          perMinute: registrations,
          keyOf,
          ...shared,
        }),
        secrets: rateLimit({ name: 'secrets', perMinute: secrets, keyOf, ...shared }),
        streams: rateLimit({ name: 'streams', perMinute: streams, keyOf, ...shared }),
        assistants: rateLimit({ name: 'assistants', perMinute: assistants, keyOf, ...shared }),
      },
    },
  };
}

const pass: RequestHandler = (_request, _response, next) => next();

/** Where nothing is limited. */
export const unlimited: RouteLimits = {
  strict: { registrations: pass, secrets: pass, streams: pass, assistants: pass },
};

function organizationOf(_request: Request, response: Response): string | undefined {
  const principal: Principal | undefined = response.locals.principal;
  return principal?.organizationId;
}

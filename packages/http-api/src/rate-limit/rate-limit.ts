import { problem } from '@app-platform/contracts';
import type { ServiceMetrics } from '@app-platform/runtime';
import type { RedisConnection } from '@app-platform/runtime/redis';
import type { Request, RequestHandler, Response } from 'express';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '../errors/app-error.ts';
import { rejectAndDrain } from '../server/reject-and-drain.ts';
import { contextOf } from '../server/request-context.ts';
import { networkOf } from './network.ts';
import { type RateLimitStore, rateLimiter } from './rate-limiter.ts';

const WINDOW_SECONDS = 60;

export type RateLimit = {
  /** The counted subject, for messages and keys: `registrations`. */
  name: string;
  perMinute: number;
  /** The key a request counts for; undefined to leave it uncounted. */
  keyOf(request: Request, response: Response): string | undefined;
  /** Shares the count between replicas. Without it each process counts alone. */
  redis?: RedisConnection;
  /** Counts only requests answered with 4xx, and of these only those for which a function returns true. */
  onlyRefusals?: boolean | ((response: Response) => boolean);
  metrics: ServiceMetrics;
};

/** Limits requests per key and minute: 429 with `Retry-After`, `RateLimit` headers on every response. */
export function rateLimit(options: RateLimit): RequestHandler {
  const { name, perMinute, keyOf, redis, onlyRefusals = false, metrics } = options;
  const refusals = metrics.rateLimitRefusals.labels(name);
  // Starts at zero, so that Prometheus sees the first refusal as an increase.
  refusals.inc(0);
  const limiter = rateLimiter({
    points: perMinute,
    duration: WINDOW_SECONDS,
    keyPrefix: `app-platform:rate:${name}`,
    store: redis && storeOf(redis),
    // A request that is taken back must not leave its key blocked in memory.
    blocksInMemory: !onlyRefusals,
  });
  return async (request, response, next) => {
    const key = keyOf(request, response);
    if (key === undefined) return next();
    try {
      setHeaders(response, options, await limiter.consume(key));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) return next(refused);
      setHeaders(response, options, refused);
      refusals.inc();
      return rejectAndDrain(request, response, tooManyRequests(name, refused), next);
    }
    if (onlyRefusals) {
      response.once('finish', () => {
        const isRefusal = response.statusCode >= 400 && response.statusCode < 500;
        const isCounted = typeof onlyRefusals !== 'function' || onlyRefusals(response);
        if (!isRefusal || !isCounted) void limiter.reward(key);
      });
    }
    next();
  };
}

function storeOf(redis: RedisConnection): RateLimitStore {
  return {
    eval: (script, { keys, arguments: values }) =>
      redis.send(keys[0], ['EVAL', script, `${keys.length}`, ...keys, ...values]),
    del: (key) => redis.send<number>(key, ['DEL', key]),
  };
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-08, one item per limit. */
function setHeaders(
  response: Response,
  { name, perMinute }: RateLimit,
  result: RateLimiterRes,
): void {
  const { remainingPoints } = result;
  response.append('RateLimit', `"${name}"; r=${remainingPoints}; t=${secondsLeft(result)}`);
  response.append('RateLimit-Policy', `"${name}"; q=${perMinute}; w=${WINDOW_SECONDS}`);
}

function secondsLeft({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(0, Math.ceil(msBeforeNext / 1000));
}

/** Key of the network that a request comes from. */
export function byNetwork(_request: Request, response: Response): string {
  return networkOf(contextOf(response).address);
}

function tooManyRequests(name: string, result: RateLimiterRes): AppError {
  const seconds = secondsLeft(result);
  const detail = `Too many ${name} in a minute. Try again in ${seconds} seconds.`;
  const headers = { 'Retry-After': String(seconds) };
  return new AppError(problem('too_many_requests', detail), { headers });
}

/**
 * The credential of a request that a table of routes has authenticated. All access tokens of a client in an organization
 * count as one, since it can obtain any number.
 */
export function byCredential(_request: Request, { locals }: Response): string | undefined {
  const principal: Holder | undefined = locals.principal;
  if (!principal) return undefined;
  const { clientId, organizationId, id } = principal;
  return clientId ? `${clientId} ${organizationId}` : id;
}

type Holder = { id: string; organizationId: string; clientId?: string | null };

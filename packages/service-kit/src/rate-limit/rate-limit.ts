import { problem } from '@app-platform/contracts';
import type { Request, RequestHandler, Response } from 'express';
import {
  type AugmentedRequest,
  rateLimit as limiter,
  type RateLimitInfo,
} from 'express-rate-limit';
import { AppError } from '../errors/app-error.ts';
import { refuseUnread } from '../http/refuse-unread.ts';
import { contextOf } from '../http/request-context.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { CountsInMemory } from './counts-in-memory.ts';
import { networkOf } from './network.ts';
import { SharedCounts } from './shared-counts.ts';

const WINDOW_SECONDS = 60;

export type RateLimit = {
  /** What is counted, for people and in keys: `registrations`. */
  name: string;
  perMinute: number;
  /** Whom a request is counted for; nobody where it gives nothing. */
  keyOf(request: Request, response: Response): string | undefined;
  /** Where replicas count together; without it each counts alone. */
  redis?: RedisConnection;
  /** Answers of 4xx alone count. */
  onlyRefusals?: boolean;
  /** Counts what it refuses. */
  metrics: ServiceMetrics;
};

/** Refuses whoever asks too often: 429 with `Retry-After`, and `RateLimit` headers before that. */
export function rateLimit(options: RateLimit): RequestHandler {
  const { name, perMinute, keyOf, redis, onlyRefusals = false, metrics } = options;
  const refusals = metrics.rateLimitRefusals.labels(name);
  // From zero on, or Prometheus would not see the first one as an increase.
  refusals.inc(0);
  const tell = limitHeaders(name, perMinute);
  const count = limiter({
    windowMs: WINDOW_SECONDS * 1000,
    limit: perMinute,
    // Its own cost eight times as much as counting, for a hash in each request.
    standardHeaders: false,
    // It would take a stack trace, to tell whether it is made anew in each request.
    validate: { creationStack: false },
    legacyHeaders: false,
    skipSuccessfulRequests: onlyRefusals,
    requestWasSuccessful: (_request, { statusCode }) => statusCode < 400 || statusCode >= 500,
    store: redis ? sharedCounts(options, redis) : new CountsInMemory(),
    keyGenerator: (request, response) => keyOf(request, response) ?? '',
    handler: (request, response, next) => {
      const seconds = tell(request, response);
      refusals.inc();
      refuseUnread(request, response, refusal(name, seconds), next);
    },
  });
  return (request, response, next) => {
    if (keyOf(request, response) === undefined) return next();
    return count(request, response, (error?: unknown) => {
      if (error === undefined) tell(request, response);
      next(error);
    });
  };
}

function sharedCounts({ name, perMinute }: RateLimit, redis: RedisConnection): SharedCounts {
  const prefix = `app-platform:rate:${name}:`;
  const windowMilliseconds = WINDOW_SECONDS * 1000;
  return new SharedCounts({ redis, prefix, limit: perMinute, windowMilliseconds });
}

/** The fields of draft-ietf-httpapi-ratelimit-headers-08, one item for each limit. */
function limitHeaders(name: string, limit: number) {
  const policy = `"${name}"; q=${limit}; w=${WINDOW_SECONDS}`;
  /** @returns in how many seconds the window ends */
  return (request: Request, response: Response): number => {
    const { remaining, resetTime } = (request as AugmentedRequest).rateLimit as RateLimitInfo;
    const resetAt = resetTime?.getTime() ?? Date.now() + WINDOW_SECONDS * 1000;
    const seconds = Math.max(0, Math.ceil((resetAt - Date.now()) / 1000));
    response.appendHeader('RateLimit', `"${name}"; r=${remaining}; t=${seconds}`);
    response.appendHeader('RateLimit-Policy', policy);
    return seconds;
  };
}

/** Counts a request for the network that it comes from. */
export function byNetwork(_request: Request, response: Response): string {
  return networkOf(contextOf(response).address);
}

function refusal(name: string, seconds: number): AppError {
  const detail = `Too many ${name} in a minute. Try again in ${seconds} seconds.`;
  const headers = { 'Retry-After': String(seconds) };
  return new AppError(problem('too_many_requests', detail), { headers });
}

import { problem } from '@app-platform/contracts';
import type { Request, RequestHandler, Response } from 'express';
import { rateLimit as limiter } from 'express-rate-limit';
import { AppError } from '../errors/app-error.ts';
import { refuseUnread } from '../http/refuse-unread.ts';
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
  return limiter({
    windowMs: WINDOW_SECONDS * 1000,
    limit: perMinute,
    identifier: name,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    skipSuccessfulRequests: onlyRefusals,
    requestWasSuccessful: (_request, { statusCode }) => statusCode < 400 || statusCode >= 500,
    store: redis ? new SharedCounts(redis, `app-platform:rate:${name}:`) : new CountsInMemory(),
    skip: (request, response) => keyOf(request, response) === undefined,
    keyGenerator: (request, response) => keyOf(request, response) ?? '',
    handler: (request, response, next) => {
      refusals.inc();
      refuseUnread(request, response, refusal(name, response), next);
    },
  });
}

/** Counts a request for the network that it comes from. */
export function byNetwork({ ip = '' }: Request): string {
  return networkOf(ip);
}

function refusal(name: string, response: Response): AppError {
  const seconds = response.getHeader('Retry-After') ?? WINDOW_SECONDS;
  const detail = `Too many ${name} in a minute. Try again in ${seconds} seconds.`;
  const headers = { 'Retry-After': String(seconds) };
  return new AppError(problem('too_many_requests', detail), { headers });
}

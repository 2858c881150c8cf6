import { hash } from 'node:crypto';
import { problem } from '@app-platform/contracts';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { AppError } from '../errors/app-error.ts';
import { refuseUnread } from '../http/refuse-unread.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { RedisConnection } from '../redis/redis-connection.ts';
import { type Count, type Counts, CountsInMemory } from './counts-in-memory.ts';
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
  const windowMilliseconds = WINDOW_SECONDS * 1000;
  const counts: Counts = redis
    ? new SharedCounts(redis, `app-platform:rate:${name}:`, windowMilliseconds)
    : new CountsInMemory(windowMilliseconds);
  const tell = limitHeaders(name, perMinute);

  const judge = (exchange: Exchange, count: Count): void => {
    const { request, response, next } = exchange;
    const seconds = Math.max(0, Math.ceil((count.resetAt - Date.now()) / 1000));
    tell(response, exchange.key, Math.max(perMinute - count.hits, 0), seconds);
    if (onlyRefusals) takeBackUnlessRefused(counts, exchange, count);
    if (count.hits <= perMinute) {
      next();
      return;
    }
    refusals.inc();
    refuseUnread(request, response, refusal(name, seconds), next);
  };

  return (request, response, next) => {
    const key = keyOf(request, response);
    if (key === undefined) {
      next();
      return;
    }
    const exchange = { request, response, next, key };
    const count = counts.increment(key);
    // Counting in memory takes no turn of the event loop.
    if (count instanceof Promise) count.then((one) => judge(exchange, one)).catch(next);
    else judge(exchange, count);
  };
}

type Exchange = { request: Request; response: Response; next: NextFunction; key: string };

function takeBackUnlessRefused(counts: Counts, { response, key }: Exchange, count: Count): void {
  const { resetAt } = count;
  response.once('finish', () => {
    const { statusCode } = response;
    const isRefusal = statusCode >= 400 && statusCode < 500;
    if (!isRefusal && Date.now() < resetAt) void counts.decrement(key);
  });
}

/** More would hold memory for callers that are gone. */
const MOST_POLICIES = 10_000;

/** The fields of draft-ietf-httpapi-ratelimit-headers-08, one item for each limit. */
function limitHeaders(name: string, limit: number) {
  const policies = new Map<string, string>();
  const policyOf = (key: string): string => {
    const known = policies.get(key);
    if (known !== undefined) return known;
    if (policies.size >= MOST_POLICIES) policies.clear();
    const partition = Buffer.from(hash('sha256', key).slice(0, 12)).toString('base64');
    const policy = `"${name}"; q=${limit}; w=${WINDOW_SECONDS}; pk=:${partition}:`;
    policies.set(key, policy);
    return policy;
  };
  return (response: Response, key: string, remaining: number, seconds: number): void => {
    response.appendHeader('RateLimit', `"${name}"; r=${remaining}; t=${seconds}`);
    response.appendHeader('RateLimit-Policy', policyOf(key));
  };
}

/** Counts a request for the network that it comes from. */
export function byNetwork({ ip = '' }: Request): string {
  return networkOf(ip);
}

function refusal(name: string, seconds: number): AppError {
  const detail = `Too many ${name} in a minute. Try again in ${seconds} seconds.`;
  const headers = { 'Retry-After': String(seconds) };
  return new AppError(problem('too_many_requests', detail), { headers });
}

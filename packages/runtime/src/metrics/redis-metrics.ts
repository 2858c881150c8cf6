import { Counter, Gauge } from 'prom-client';
import type { ServiceMetrics } from './service-metrics.ts';

/** A connection to Redis, as its process sees it. */
export type RedisState = {
  readonly isReady: boolean;
  readonly failedCommands: number;
};

/** Registers whether this process is connected to Redis, and how many of its commands failed. */
export function registerRedisMetrics({ register }: ServiceMetrics, redis: RedisState): void {
  new Gauge({
    name: 'redis_up',
    help: 'Whether this process is connected to Redis: 1, or 0.',
    registers: [register],
    collect() {
      this.set(redis.isReady ? 1 : 0);
    },
  });
  new Counter({
    name: 'redis_command_failures_total',
    help: 'Commands that Redis refused, or did not answer in time.',
    registers: [register],
    collect() {
      this.reset();
      this.inc(redis.failedCommands);
    },
  });
}

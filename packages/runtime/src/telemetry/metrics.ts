import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ProcessIdentity } from '../config/process-identity.ts';

/** Upper bounds, in seconds. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Fewer, because there are hundreds of statements. */
const STATEMENT_BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const UNMATCHED = 'unmatched';

/** Which of a service's two ports. */
export type Port = 'public' | 'internal';

/** Rate, errors and duration of every route. No label holds a value that a caller can choose. */
class RequestDurations {
  readonly #histogram: Histogram<'port' | 'method' | 'route' | 'status'>;

  constructor(register: Registry) {
    this.#histogram = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests, by port, method, route and status class.',
      labelNames: ['port', 'method', 'route', 'status'],
      buckets: DURATION_BUCKETS,
      registers: [register],
    });
  }

  /** @param templateOf the route of a path that no Express route serves */
  of(port: Port, templateOf: (path: string) => string | undefined = () => undefined) {
    return {
      /** @param expressPath path of the matched Express route, if any */
      routeOf: (expressPath: unknown, path: string): string =>
        typeof expressPath === 'string' ? expressPath : (templateOf(path) ?? UNMATCHED),
      /** @param status 0 for a response that was cut off */
      observe: (method: string, route: string, status: number, seconds: number): void => {
        this.#histogram.observe(
          {
            port,
            method: knownMethods.has(method) ? method : 'other',
            route: route.replaceAll(/:(\w+)/g, '{$1}'),
            status: status === 0 ? 'cut_off' : `${Math.floor(status / 100)}xx`,
          },
          seconds,
        );
      },
    };
  }
}

/** The metrics of one running service: those both services have, and a registry for its own. */
export class ServiceMetrics {
  /** Where a service registers its own metrics. */
  readonly register = new Registry();
  readonly requests = new RequestDurations(this.register);
  readonly internalCalls = new Histogram({
    name: 'internal_call_duration_seconds',
    help: "Duration of calls to the other service's internal port, each attempt, by operation and outcome.",
    labelNames: ['operation', 'outcome'],
    buckets: DURATION_BUCKETS,
    registers: [this.register],
  });
  readonly statements = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Duration of declared SQL statements, by name, the wait for a connection included.',
    labelNames: ['statement'],
    buckets: STATEMENT_BUCKETS,
    registers: [this.register],
  });
  readonly rateLimitRefusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests refused with 429, by limit.',
    labelNames: ['limit'],
    registers: [this.register],
  });

  constructor() {
    // Each sample of the event loop delay wakes the process; the default is a hundred a second.
    collectDefaultMetrics({ register: this.register, eventLoopMonitoringPrecision: 20 });
  }

  /** All metrics in Prometheus' text format. */
  text(): Promise<string> {
    return this.register.metrics();
  }
}

export type ReadGauge = { name: string; help: string; read(): number };

/** Registers a gauge whose value is read at each scrape. */
export function readGauge({ register }: ServiceMetrics, { name, help, read }: ReadGauge): void {
  new Gauge({
    name,
    help,
    registers: [register],
    collect() {
      this.set(read());
    },
  });
}

/** Registers how far each read replica of the database is behind, by its address. */
export function registerReplicaGauge(
  { register }: ServiceMetrics,
  lagsInSeconds: () => Record<string, number>,
): void {
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How far each read replica is behind the primary; +Inf where that is not known.',
    labelNames: ['replica'],
    registers: [register],
    collect() {
      for (const [replica, seconds] of Object.entries(lagsInSeconds())) {
        this.set({ replica }, seconds);
      }
    },
  });
}

/** Registers the state of the database pool. The embedded database has none and reports nothing. */
export function registerPoolGauge(
  { register }: ServiceMetrics,
  { pool }: { pool?: () => { total: number; idle: number; waiting: number } },
): void {
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections of the database pool, by state, and requests that wait for one.',
    labelNames: ['state'],
    registers: [register],
    collect() {
      if (!pool) return;
      const { total, idle, waiting } = pool();
      this.set({ state: 'in_use' }, total - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}

/** Registers which release runs: always 1, with the release in its labels. */
export function registerBuildInfo(
  { register }: ServiceMetrics,
  { service, version, revision }: ProcessIdentity,
): void {
  new Gauge({
    name: 'app_platform_build_info',
    help: 'The release that runs, in labels; the value is 1.',
    labelNames: ['service', 'version', 'revision'],
    registers: [register],
  }).set({ service, version, revision }, 1);
}

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

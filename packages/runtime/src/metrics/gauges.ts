import { Gauge } from 'prom-client';
import type { DatabaseConnection } from '../database/database-connection.ts';
import type { ProcessIdentity } from '../process-identity.ts';
import type { ServiceMetrics } from './service-metrics.ts';

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

/** Registers the state of the database pool. The embedded database has none and reports nothing. */
export function registerPoolGauge(
  { register }: ServiceMetrics,
  { pool }: DatabaseConnection,
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

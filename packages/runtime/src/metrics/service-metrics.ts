import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { DURATION_BUCKETS } from './duration-buckets.ts';
import { RequestDurations } from './request-durations.ts';

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

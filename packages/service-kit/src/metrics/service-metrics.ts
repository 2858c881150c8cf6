import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { Durations } from './durations.ts';
import { RequestDurations } from './request-durations.ts';

/** The metrics of one running service: those that both services have, and a place for its own. */
export class ServiceMetrics {
  /** Where a service registers its own. */
  readonly register = new Registry();
  readonly requests = new RequestDurations();
  readonly internalCalls = new Durations({
    name: 'internal_call_duration_seconds',
    help: "How long calls to the other service's internal port took, each attempt, by operation and outcome.",
    labelNames: ['operation', 'outcome'],
  });
  readonly rateLimitRefusals = new Counter({
    name: 'rate_limit_refusals_total',
    help: 'Requests refused with 429, by limit.',
    labelNames: ['limit'],
    registers: [this.register],
  });

  constructor() {
    // Every look at the event loop wakes the process up, and the usual hundred a second are felt.
    collectDefaultMetrics({ register: this.register, eventLoopMonitoringPrecision: 20 });
  }

  /** Everything, in Prometheus' text format. */
  async text(): Promise<string> {
    const { register, requests, internalCalls } = this;
    return `${await register.metrics()}\n${requests.durations.text()}\n${internalCalls.text()}`;
  }
}

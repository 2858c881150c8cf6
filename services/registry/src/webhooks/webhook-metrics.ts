import { readGauge, type ServiceMetrics } from '@app-platform/runtime';
import { Counter } from 'prom-client';

/** `retried`: the attempt failed and another one follows; `failed`: it was the last one. */
const outcomes = ['delivered', 'retried', 'failed'] as const;

export type WebhookMetrics = {
  count(outcome: (typeof outcomes)[number]): void;
  setOldestDueSeconds(seconds: number): void;
};

/** Counts attempts by outcome, and shows how late deliveries are. */
export function webhookMetrics(metrics: ServiceMetrics): WebhookMetrics {
  const counter = new Counter({
    name: 'registry_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook, by outcome.',
    labelNames: ['outcome'],
    registers: [metrics.register],
  });
  // Starts at zero, so that Prometheus sees the first one as an increase.
  for (const outcome of outcomes) counter.inc({ outcome }, 0);
  let oldestDueSeconds = 0;
  readGauge(metrics, {
    name: 'registry_webhook_oldest_due_seconds',
    help: 'How long the oldest webhook delivery that no replica has claimed is due.',
    read: () => oldestDueSeconds,
  });
  return {
    count: (outcome) => counter.inc({ outcome }),
    setOldestDueSeconds: (seconds) => {
      oldestDueSeconds = seconds;
    },
  };
}

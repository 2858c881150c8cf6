import { Router } from 'express';
import { Registry } from 'prom-client';
import type { ServiceMetrics } from './service-metrics.ts';

/** `/metrics` for Prometheus. On the internal port alone, and without a credential, as probes are. */
export function metricsRoute(metrics: ServiceMetrics): Router {
  return Router().get('/metrics', async (_request, response) => {
    const text = await metrics.text();
    response.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).send(text);
  });
}

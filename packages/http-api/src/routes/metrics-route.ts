import type { ServiceMetrics } from '@app-platform/runtime';
import { Router } from 'express';
import { Registry } from 'prom-client';
import { markRoutine } from '../server/request-log.ts';

/** `/metrics` for Prometheus, on the internal port and without a credential, like the probes. */
export function metricsRoute(metrics: ServiceMetrics): Router {
  return Router().get('/metrics', async (_request, response) => {
    markRoutine(response);
    const text = await metrics.text();
    response.set('Content-Type', Registry.PROMETHEUS_CONTENT_TYPE).send(text);
  });
}

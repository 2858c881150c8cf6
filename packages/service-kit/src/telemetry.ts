import { ServiceMetrics } from './metrics/service-metrics.ts';
import { openTracing, type Tracing } from './tracing/tracing.ts';

/** What a running service tells of itself, beside its log. */
export type Telemetry = { metrics: ServiceMetrics; tracing: Tracing };

/** @param otlpEndpoint where spans are sent; nowhere without it */
export async function openTelemetry(service: string, otlpEndpoint?: string): Promise<Telemetry> {
  return { metrics: new ServiceMetrics(), tracing: await openTracing(service, otlpEndpoint) };
}

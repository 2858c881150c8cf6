import type { Logger } from './logging/logger.ts';
import { ServiceMetrics } from './metrics/service-metrics.ts';
import type { Tracing } from './tracing/span.ts';
import { openTracing } from './tracing/tracing.ts';

/** Metrics and traces of a running service. */
export type Telemetry = { metrics: ServiceMetrics; tracing: Tracing };

export type TelemetryOptions = {
  /** Collector for spans. Without it none are sent. */
  otlpEndpoint?: string | undefined;
  /** Logs spans that could not be sent. */
  logger: Pick<Logger, 'warn'>;
};

/** @param options omitted when no span is ever sent */
export async function openTelemetry(
  service: string,
  options?: TelemetryOptions,
): Promise<Telemetry> {
  const { otlpEndpoint: endpoint, logger } = options ?? {};
  const report = (fault: string) => logger?.warn({ fault }, 'spans not sent');
  const collector = endpoint ? { endpoint, report } : undefined;
  return { metrics: new ServiceMetrics(), tracing: await openTracing(service, collector) };
}

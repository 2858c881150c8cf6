import type { Logger } from './logging/logger.ts';
import { ServiceMetrics } from './metrics/service-metrics.ts';
import { openTracing, type Tracing } from './tracing/tracing.ts';

/** What a running service tells of itself, beside its log. */
export type Telemetry = { metrics: ServiceMetrics; tracing: Tracing };

export type TelemetryOptions = {
  /** Where spans are sent; nowhere without it. */
  otlpEndpoint?: string | undefined;
  /** Told of spans that could not be sent. */
  logger: Pick<Logger, 'warn'>;
};

/** @param options left out where no span is ever sent */
export async function openTelemetry(
  service: string,
  options?: TelemetryOptions,
): Promise<Telemetry> {
  const { otlpEndpoint: endpoint, logger } = options ?? {};
  const tell = (fault: string) => logger?.warn({ fault }, 'spans not sent');
  const collector = endpoint ? { endpoint, tell } : undefined;
  return { metrics: new ServiceMetrics(), tracing: await openTracing(service, collector) };
}

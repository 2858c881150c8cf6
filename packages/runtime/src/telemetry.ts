import type { Logger } from './logging/logger.ts';
import { registerBuildInfo } from './metrics/gauges.ts';
import { ServiceMetrics } from './metrics/service-metrics.ts';
import type { ProcessIdentity } from './process-identity.ts';
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

/**
 * @param identity a service's, or a name alone
 * @param options omitted when no span is ever sent
 */
export async function openTelemetry(
  identity: string | ProcessIdentity,
  options?: TelemetryOptions,
): Promise<Telemetry> {
  const { otlpEndpoint: endpoint, logger } = options ?? {};
  const report = (fault: string) => logger?.warn({ fault }, 'spans not sent');
  const collector = endpoint ? { endpoint, report } : undefined;
  const metrics = new ServiceMetrics();
  if (typeof identity !== 'string') registerBuildInfo(metrics, identity);
  return { metrics, tracing: await openTracing(resourceOf(identity), collector) };
}

/** https://opentelemetry.io/docs/specs/semconv/resource/service/ */
function resourceOf(identity: string | ProcessIdentity): Record<string, string> {
  if (typeof identity === 'string') return { 'service.name': identity };
  const { service, version, instance } = identity;
  return {
    'service.name': service,
    'service.version': version,
    'service.instance.id': instance,
  };
}

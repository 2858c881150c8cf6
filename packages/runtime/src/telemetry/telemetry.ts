import type { ProcessIdentity } from '../config/process-identity.ts';
import { registerBuildInfo, ServiceMetrics } from './metrics.ts';
import { type Collector, newTrace, type Tracing } from './trace.ts';

/** Metrics and traces of a running service. */
export type Telemetry = { metrics: ServiceMetrics; tracing: Tracing };

export type TelemetryOptions = {
  /** Collector for spans. Without it none are sent. */
  otlpEndpoint?: string | undefined;
  /** Logs spans that could not be sent. */
  logger: { warn(fields: object, message: string): void };
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

const nothing = (): void => undefined;

/** Passes the caller's trace on and collects nothing. */
const passThrough: Tracing = {
  begin: ({ parent }) => ({ context: parent ?? newTrace(), end: nothing }),
  close: async () => undefined,
};

/**
 * @param resource attributes that all its spans carry
 * @param collector OpenTelemetry is loaded only with a collector: loading takes a good part of a second
 */
async function openTracing(
  resource: Record<string, string>,
  collector?: Collector,
): Promise<Tracing> {
  if (!collector) return passThrough;
  const { otlpTracing } = await import('./otlp-tracing.ts');
  return otlpTracing(resource, collector);
}

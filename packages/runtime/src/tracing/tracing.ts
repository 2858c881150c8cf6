import type { Collector, Tracing } from './span.ts';
import { newTrace } from './trace-context.ts';

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
export async function openTracing(
  resource: Record<string, string>,
  collector?: Collector,
): Promise<Tracing> {
  if (!collector) return passThrough;
  const { otlpTracing } = await import('./otlp-tracing.ts');
  return otlpTracing(resource, collector);
}

import type { Collector, Tracing } from './span.ts';
import { newTrace } from './trace-context.ts';

const nothing = (): void => undefined;

/** Passes the caller's trace on and collects nothing. */
const passThrough: Tracing = {
  begin: ({ parent }) => ({ context: parent ?? newTrace(), end: nothing }),
  close: async () => undefined,
};

/**
 * @param service the service name of its spans
 * @param collector OpenTelemetry is loaded only with a collector: loading takes a good part of a second
 */
export async function openTracing(service: string, collector?: Collector): Promise<Tracing> {
  if (!collector) return passThrough;
  const { otlpTracing } = await import('./otlp-tracing.ts');
  return otlpTracing(service, collector);
}

import { newTrace, type TraceContext } from './trace-context.ts';

/** What a request, or a call to the other service, is in a trace. */
export type Span = {
  /** What is told to whoever is called meanwhile. */
  context: TraceContext;
  /** @param status of the answer; nothing where there was none */
  end(name: string, status: number | undefined): void;
};

export type SpanStart = {
  kind: 'server' | 'client';
  name: string;
  /** Without it a trace begins. */
  parent: TraceContext | undefined;
};

/** Where spans go. */
export type Tracing = {
  begin(start: SpanStart): Span;
  /** Sends what was not sent yet. */
  close(): Promise<void>;
};

/** Where spans are sent. */
export type Collector = {
  /** The base address of a collector that speaks OTLP over HTTP. */
  endpoint: string;
  /** Told, in words, of spans that could not be sent. */
  tell(fault: string): void;
};

const nothing = (): void => undefined;

/** Passes traces on and collects none: the next span's parent is the caller's own. */
const passedOn: Tracing = {
  begin: ({ parent }) => ({ context: parent ?? newTrace(), end: nothing }),
  close: async () => undefined,
};

/**
 * @param service the name that its spans carry
 * @param collector OpenTelemetry is loaded where there is one, and only there: it would cost every
 *   start a good part of a second
 */
export async function openTracing(service: string, collector?: Collector): Promise<Tracing> {
  if (!collector) return passedOn;
  const { otlpTracing } = await import('./otlp-tracing.ts');
  return otlpTracing(service, collector);
}

import type { TraceContext } from './trace-context.ts';

/** A request, or a call to the other service, in a trace. */
export type Span = {
  /** Sent with the calls that are made meanwhile. */
  context: TraceContext;
  /** @param status of the answer; undefined if there was none */
  end(name: string, status: number | undefined): void;
};

export type SpanStart = {
  kind: 'server' | 'client';
  name: string;
  /** Undefined begins a trace. */
  parent: TraceContext | undefined;
};

/** Receives spans. */
export type Tracing = {
  begin(start: SpanStart): Span;
  /** Sends the spans that are still waiting. */
  close(): Promise<void>;
};

/** Where spans are sent over the network. */
export type Collector = {
  /** The base address of a collector that speaks OTLP over HTTP. */
  endpoint: string;
  /** Called with a message when spans cannot be sent. */
  report(fault: string): void;
};

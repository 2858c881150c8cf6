import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** The content of a `traceparent` header (https://www.w3.org/TR/trace-context/). */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits: the parent of the next span. */
  spanId: string;
  /** Whether the spans of this trace are collected. */
  isSampled: boolean;
};

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const ZEROS = /^0+$/;

/** @returns undefined for a header that is missing or invalid */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? [];
  // Only later versions may append fields.
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** A trace that begins here and is not collected. */
export function newTrace(): TraceContext {
  return { traceId: randomDigits(32), spanId: randomDigits(16), isSampled: false };
}

/** Node.js caches the entropy of UUIDs, and asks the kernel for `randomBytes` in every call. */
function randomDigits(length: number): string {
  return randomUUID().replaceAll('-', '').slice(-length);
}

export type CurrentRequest = { requestId: string; traceId: string; trace: TraceContext };

/** The current request, for code that gets no context passed in: log lines, internal calls, libraries. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** A request, a call to the other service, or an SQL statement, in a trace. */
export type Span = {
  /** Sent with the calls that are made meanwhile. */
  context: TraceContext;
  /** @param status of the answer, or `done` for a statement; undefined if there was none */
  end(name: string, status: number | 'done' | undefined): void;
};

export type SpanStart = {
  kind: 'server' | 'client' | 'statement';
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

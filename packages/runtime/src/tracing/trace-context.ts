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

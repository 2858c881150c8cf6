import { randomFillSync } from 'node:crypto';

/** A place in a trace, as `traceparent` tells it (https://www.w3.org/TR/trace-context/). */
export type TraceContext = {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits: what the next span's parent is. */
  spanId: string;
  /** Whether the spans of this trace are collected. */
  isSampled: boolean;
};

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;
const ZEROS = /^0+$/;

/** @returns nothing for a header that is missing or not valid, which is then replaced */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(header) ?? [];
  // Versions to come may say more at the end; this one does not.
  if (version === undefined || version === 'ff') return undefined;
  if (version === '00' && rest !== undefined) return undefined;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

const TRACE_ID_BYTES = 16;
const BYTES = TRACE_ID_BYTES + 8;
const pool = Buffer.alloc(BYTES * 256);
let used = pool.length;

/** A trace that begins here, and that nobody collects. Every request has one, so it is cheap. */
export function newTrace(): TraceContext {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const digits = pool.toString('hex', used, used + BYTES);
  used += BYTES;
  return {
    traceId: digits.slice(0, TRACE_ID_BYTES * 2),
    spanId: digits.slice(TRACE_ID_BYTES * 2),
    isSampled: false,
  };
}

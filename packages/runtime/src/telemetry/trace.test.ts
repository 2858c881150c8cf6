import { describe, expect, it } from '@jest/globals';
import { formatTraceparent, newTrace, parseTraceparent } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    // Flags to come.
    [`00-${traceId}-${spanId}-03`, true],
    // Versions to come.
    [`cc-${traceId}-${spanId}-01`, true],
    [`cc-${traceId}-${spanId}-01-what-the-future-is-like`, true],
  ])('is read: %s', (header, isSampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId, spanId, isSampled });
  });

  it.each([
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-what-the-future-is-like`,
    `00-${traceId}-${spanId}-01.`,
    `cc-${traceId}-${spanId}-01.more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-1`,
    ` 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
  ])('is none: %p', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  it('is written as it was read', () => {
    const header = `00-${traceId}-${spanId}-01`;
    const context = parseTraceparent(header);
    expect(context && formatTraceparent(context)).toBe(header);
  });

  it('that is new is valid, and like no other', () => {
    const made = Array.from({ length: 1000 }, newTrace);
    for (const context of made) {
      expect(parseTraceparent(formatTraceparent(context))).toEqual(context);
    }
    expect(new Set(made.map((context) => context.traceId)).size).toBe(1000);
  });
});

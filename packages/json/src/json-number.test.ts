import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isExactNumber } from './json-number.ts';

describe('a JSON number', () => {
  it.each([
    '0',
    '-0',
    '-0.0',
    '0e5',
    '0e999999999999',
    '1.0',
    '1e2',
    '0.1',
    '-1.50',
    '9007199254740992',
    '100000000000000000000',
    '1e20',
    '1e308',
    '5e-324',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '70e-1',
    '0.0001E+4',
  ])('is exact: %s', (token) => {
    expect(isExactNumber(token)).toBe(true);
  });

  it.each([
    '9007199254740993',
    '12345678901234567890',
    '0.1234567890123456789',
    '1e400',
    '-1e400',
    '1e999999999',
    '1e-999999999',
    '1e99999999999999999999999',
    '4e-324',
    '2.4e-324',
    '0.1000000000000000055511151231257827',
    '1.00000000000000000001',
  ])('is not exact: %s', (token) => {
    expect(isExactNumber(token)).toBe(false);
  });

  it('is exact or not whatever its zeros and exponent cancel out to', () => {
    const zeros = '0'.repeat(100_000);
    expect(isExactNumber(`0.${zeros}1e100001`)).toBe(true);
    expect(isExactNumber(`1${zeros}e-100000`)).toBe(true);
    expect(isExactNumber(`1${zeros}1e-100001`)).toBe(false);
  });

  it('of a million digits is judged in linear time', () => {
    const startedAt = performance.now();
    for (const digit of ['0', '9']) {
      isExactNumber(`1${digit.repeat(1_000_000)}1`);
      isExactNumber(`0.${digit.repeat(1_000_000)}1`);
      isExactNumber(`1e${digit.repeat(1_000_000)}1`);
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('is exact where it equals its double as printed, by arithmetic on integers', () => {
    const digits = fc.string({
      unit: fc.constantFrom(...'0123456789'),
      minLength: 1,
      maxLength: 22,
    });
    const token = fc
      .tuple(
        fc.constantFrom('', '-'),
        digits.map((text) => text.replace(/^0+(?=\d)/, '')),
        fc.option(digits),
        fc.option(fc.tuple(fc.constantFrom('e', 'E'), fc.constantFrom('', '+', '-'), fc.nat(340))),
      )
      .map(([sign, integer, fraction, exponent]) => {
        const tail = fraction === null ? '' : `.${fraction}`;
        return `${sign}${integer}${tail}${exponent ? exponent.join('') : ''}`;
      });
    const printed = fc.double({ noNaN: true, noDefaultInfinity: true }).map(String);
    fc.assert(
      fc.property(fc.oneof(token, printed), (text) => {
        const value = Number(text);
        const expected = Number.isFinite(value) && scaled(text) === scaled(String(value));
        expect(isExactNumber(text)).toBe(expected);
      }),
      { numRuns: 5000 },
    );
  });
});

/** The number times 10^800, which is an integer for every token of these tests. */
function scaled(token: string): bigint {
  const [, sign, integer = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const power = 800 + Number(exponent) - fraction.length;
  return BigInt(integer + fraction) * 10n ** BigInt(power) * (sign === '-' ? -1n : 1n);
}

/** Every decimal of at most this many digits has its own double (DBL_DIG of IEEE 754 binary64). */
const ALWAYS_EXACT_LENGTH = 15;

/**
 * Whether a JSON number is still the same decimal after conversion to a double and back.
 * Linear in the token's length, however large its exponent: nothing is multiplied out.
 * @param token a number as JSON writes it
 */
export function isExactNumber(token: string): boolean {
  const hasExponent = token.includes('e') || token.includes('E');
  if (token.length <= ALWAYS_EXACT_LENGTH && !hasExponent) return true;
  const value = Number(token);
  if (!Number.isFinite(value)) return false;
  const sent = decimalOf(token);
  const kept = decimalOf(String(value));
  return sent.digits === kept.digits && sent.exponent === kept.exponent;
}

/** `0.digits × 10^exponent` without the sign, which no conversion changes; zero has no digits. */
type Decimal = { digits: string; exponent: number };

function decimalOf(number: string): Decimal {
  const [mantissa = '', exponent = '0'] = number.replace(/^-/, '').toLowerCase().split(/e(.*)/s);
  const [integer = '', fraction = ''] = mantissa.split('.');
  const all = integer + fraction;
  const start = firstNonZero(all);
  if (start === all.length) return { digits: '', exponent: 0 };
  const end = lastNonZero(all) + 1;
  // Exact where it matters: a finite double other than 0 leaves the sum within ±400.
  return { digits: all.slice(start, end), exponent: Number(exponent) + integer.length - start };
}

function firstNonZero(digits: string): number {
  let position = 0;
  while (position < digits.length && digits[position] === '0') position += 1;
  return position;
}

/** A loop, since `/0+$/` is quadratic in runs of zeros. */
function lastNonZero(digits: string): number {
  let position = digits.length - 1;
  while (digits[position] === '0') position -= 1;
  return position;
}

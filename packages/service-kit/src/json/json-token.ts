// Where the tokens of a valid JSON text begin and end. None of this checks the syntax.

export const SPACE = ' '.charCodeAt(0);
export const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
export const COLON = ':'.charCodeAt(0);
export const COMMA = ','.charCodeAt(0);
export const OPEN_ARRAY = '['.charCodeAt(0);
export const CLOSE_ARRAY = ']'.charCodeAt(0);
export const OPEN_OBJECT = '{'.charCodeAt(0);
export const CLOSE_OBJECT = '}'.charCodeAt(0);
const PLUS = '+'.charCodeAt(0);
export const MINUS = '-'.charCodeAt(0);
export const ZERO = '0'.charCodeAt(0);
export const NINE = '9'.charCodeAt(0);
const LOWER_E = 'e'.charCodeAt(0);
const UPPER_E = 'E'.charCodeAt(0);
export const LOWER_F = 'f'.charCodeAt(0);
export const LOWER_N = 'n'.charCodeAt(0);
export const LOWER_T = 't'.charCodeAt(0);

/** Hops from quote to quote, so that a long string costs little. */
export function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(text: string, position: number): boolean {
  let first = position;
  while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (position - first) % 2 === 1;
}

export function decodeString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

export function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) end += 1;
  return end;
}

function isInNumber(code: number): boolean {
  if (code === LOWER_E || code === UPPER_E) return true;
  return code >= PLUS && code <= NINE && code !== COMMA;
}

/** Past the array or object that begins at `start`, without looking at what is in it. */
export function endOfContainer(text: string, start: number): number {
  let depth = 0;
  let position = start;
  do {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = endOfString(text, position);
      continue;
    }
    if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    position += 1;
  } while (depth > 0);
  return position;
}

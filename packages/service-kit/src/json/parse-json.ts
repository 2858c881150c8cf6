import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  decodeString,
  endOfNumber,
  endOfString,
  LOWER_F,
  LOWER_N,
  LOWER_T,
  MINUS,
  NINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  ZERO,
} from './json-token.ts';

/**
 * `JSON.parse` with the keys that the text has. V8's own, once any document in the process had a
 * key that begins with a backslash, may read another document's escaped key as that one:
 * https://github.com/nodejs/node/issues/63785
 * Escaped keys are rare, so only documents that have one are read the slow way.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasEscapedKey(text) ? readValue(text) : value;
}

/** Hops from escape to escape; in valid JSON each is in a string, which may be a key. */
function hasEscapedKey(text: string): boolean {
  let position = text.indexOf('\\');
  while (position !== -1) {
    const end = endOfString(text, position);
    if (isBeforeColon(text, end)) return true;
    position = text.indexOf('\\', end);
  }
  return false;
}

function isBeforeColon(text: string, end: number): boolean {
  let position = end;
  while (' \n\r\t'.includes(text.charAt(position)) && position < text.length) position += 1;
  return text[position] === ':';
}

/** An array or object under construction; `key` is where the next value goes. */
type Target = { container: object; key: string | number | undefined };

/** Reads text that is known to be valid JSON. Not recursive: nesting costs no stack. */
function readValue(text: string): unknown {
  const document: Target = { container: [], key: 0 };
  const targets = [document];
  let position = 0;
  while (position < text.length) {
    const target = targets.at(-1) ?? document;
    const code = text.charCodeAt(position);
    const end = endOfToken(text, position, code);
    if (code === QUOTE && target.key === undefined) {
      target.key = decodeString(text, position, end);
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      const isArray = code === OPEN_ARRAY;
      const container = isArray ? [] : {};
      place(target, container);
      targets.push({ container, key: isArray ? 0 : undefined });
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      targets.pop();
    } else if (code === COMMA) {
      target.key = typeof target.key === 'number' ? target.key + 1 : undefined;
    } else if (end > position + 1 || (code >= ZERO && code <= NINE)) {
      // A string, number or literal; anything else is white space or a colon.
      place(target, JSON.parse(text.slice(position, end)));
    }
    position = end;
  }
  return Reflect.get(document.container, 0);
}

function endOfToken(text: string, start: number, code: number): number {
  if (code === QUOTE) return endOfString(text, start);
  if (code === MINUS || (code >= ZERO && code <= NINE)) return endOfNumber(text, start);
  if (code === LOWER_F) return start + 'false'.length;
  if (code === LOWER_T || code === LOWER_N) return start + 'true'.length;
  return start + 1;
}

/** Defines rather than assigns, so that `__proto__` is a key like any other. */
function place({ container, key = '' }: Target, value: unknown): void {
  Object.defineProperty(container, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

import { isExactNumber } from './json-number.ts';
import { COLON, endOfNumber, endOfString, MINUS, NINE, QUOTE, SPACE, ZERO } from './json-token.ts';

export type JsonLimits = {
  /** How many arrays and objects may lie within each other. */
  maxDepth: number;
  /** How many values the document may hold, arrays and objects included. */
  maxValues: number;
};

/** The only escapes that can bring forth U+0000 or a lone surrogate. */
const SUSPICIOUS_ESCAPE = /\\u(?:0000|[dD][89a-fA-F])/;

/**
 * Whether a document is surely without problems, at a fraction of what finding them costs:
 * most are, so most need nothing more. `false` may be a false alarm; `true` never is.
 * @param value what `JSON.parse` made of the text
 */
export function isSurelyKept(text: string, value: unknown, limits: JsonLimits): boolean {
  if (mayHoldUnstorable(text)) return false;
  // A repeated key is in the text each time, in the value once.
  const keyCount = countKeys(value, limits);
  return keyCount !== undefined && keyCount === countKeyTokens(text);
}

export function mayHoldUnstorable(text: string): boolean {
  return !text.isWellFormed() || SUSPICIOUS_ESCAPE.test(text);
}

type Container = unknown[] | Record<string, unknown>;

/** The keys of all objects; undefined where a limit is exceeded or a key is reserved. */
function countKeys(root: unknown, { maxDepth, maxValues }: JsonLimits): number | undefined {
  let keyCount = 0;
  let valueCount = 1;
  let level: Container[] = isContainer(root) ? [root] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    const next: Container[] = [];
    for (const container of level) {
      if (Array.isArray(container)) {
        valueCount += container.length;
        for (const child of container) if (isContainer(child)) next.push(child);
      } else {
        const keys = Object.keys(container);
        valueCount += keys.length;
        keyCount += keys.length;
        for (const key of keys) {
          if (key === '__proto__') return undefined;
          const child = container[key];
          if (isContainer(child)) next.push(child);
        }
      }
    }
    if (depth > maxDepth || valueCount > maxValues) return undefined;
    level = next;
  }
  return keyCount;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** The keys as they stand in the text; undefined where a number would be rounded. */
function countKeyTokens(text: string): number | undefined {
  let keyCount = 0;
  let position = 0;
  while (position < text.length) {
    const code = text.charCodeAt(position);
    if (code === SPACE) {
      position += 1;
    } else if (code === QUOTE) {
      position = endOfString(text, position);
    } else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const end = endOfNumber(text, position);
      if (!isExactNumber(text.slice(position, end))) return undefined;
      position = end;
    } else {
      if (code === COLON) keyCount += 1;
      position += 1;
    }
  }
  return keyCount;
}

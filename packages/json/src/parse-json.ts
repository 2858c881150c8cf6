import { readJson } from './json-reader.ts';
import { describeFault } from './syntax-faults.ts';

/**
 * `JSON.parse` with the keys that the text has. Once any document in the process had a key that
 * begins with a backslash, V8 may read another document's escaped key as that one:
 * https://github.com/nodejs/node/issues/63785
 * A text without a backslash has no escaped key.
 */
export function parseJson(text: string): unknown {
  if (!text.includes('\\')) return JSON.parse(text);
  const reading = readJson(text);
  if (reading.fault) throw new SyntaxError(describeFault(text, reading.fault));
  return reading.value;
}

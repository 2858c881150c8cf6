import { JsonChecks, type JsonLimits } from './json-checks.ts';
import { type JsonFault, JsonFaults, MAX_FAULTS } from './json-faults.ts';
import { readJson, type TextPart } from './json-reader.ts';
import { describeFault, laterFaults } from './syntax-faults.ts';
import { decodeUtf8 } from './utf8.ts';

export type JsonOptions = Partial<JsonLimits> & {
  /** Accepts comments and trailing commas. */
  comments?: boolean;
  /** Continues after a syntax fault, for a text that a person wrote. */
  everyFault?: boolean;
};

export type JsonResult =
  /** `text` is the text as it was read, without byte order mark, comments and trailing commas. */
  { ok: true; value: unknown; text: string } | { ok: false; faults: JsonFault[] };

const defaultLimits: JsonLimits = { maxDepth: 64, maxValues: 100_000 };

/**
 * Reads JSON that means the same to its author, to JavaScript and to PostgreSQL's `jsonb`, and
 * refuses any other: nothing is lost or rounded between file and storage.
 * A refusal lists every fault in the order of the text; of the syntax only the first one, unless
 * `everyFault` is set.
 */
export function readJsonBytes(bytes: Uint8Array, options: JsonOptions = {}): JsonResult {
  const decoded = decodeUtf8(bytes);
  return decoded.ok ? readJsonText(decoded.text, options) : decoded;
}

/** As `readJsonBytes`, for a text of `decodeUtf8`, which has dropped the byte order mark. */
export function readJsonText(text: string, options: JsonOptions = {}): JsonResult {
  const { comments = false, everyFault = false, ...limits } = options;
  const faults = new JsonFaults();
  const checks = new JsonChecks({ ...defaultLimits, ...limits }, faults);
  const reading = readJson(text, checks, comments);
  if (reading.fault) {
    const later = everyFault ? laterFaults(text, reading.fault, comments) : [];
    for (const fault of [reading.fault, ...later].slice(0, MAX_FAULTS)) {
      faults.addSyntaxFault(describeFault(text, fault), fault.offset);
    }
    return { ok: false, faults: faults.placedIn(text) };
  }
  const found = faults.placedIn(text);
  if (found.length > 0) return { ok: false, faults: found };
  return { ok: true, value: reading.value, text: withoutParts(text, reading.ignored) };
}

/** @param parts in any order, none within another */
function withoutParts(text: string, parts: readonly TextPart[]): string {
  let kept = '';
  let from = 0;
  for (const { start, end } of [...parts].sort((one, other) => one.start - other.start)) {
    kept += text.slice(from, start);
    from = end;
  }
  return kept + text.slice(from);
}

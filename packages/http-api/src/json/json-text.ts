import type { Problem } from '@app-platform/contracts';
import { JsonChecks, type JsonLimits } from './json-checks.ts';
import { jsonProblem } from './json-problems.ts';
import { readJson } from './json-reader.ts';
import { describeFault } from './json-syntax-fault.ts';

export type JsonTextResult = { ok: true; value: unknown } | { ok: false; problems: Problem[] };

const defaultLimits: JsonLimits = { maxDepth: 64, maxValues: 100_000 };

/**
 * Parses JSON that means the same to its sender, to JavaScript and to PostgreSQL's `jsonb`, and
 * refuses any other: nothing is lost or rounded between request and storage.
 * A refusal lists every problem, in the order of the text.
 */
export function parseJsonText(text: string, limits: Partial<JsonLimits> = {}): JsonTextResult {
  if (!/[^ \n\r\t]/.test(text)) {
    return malformed('A JSON body is expected, and this one is empty.');
  }
  const checks = new JsonChecks({ ...defaultLimits, ...limits });
  const reading = readJson(text, checks);
  if (reading.fault) return malformed(describeFault(text, reading.fault));
  const { problems } = checks;
  return problems.length === 0 ? { ok: true, value: reading.value } : { ok: false, problems };
}

function malformed(detail: string): JsonTextResult {
  return { ok: false, problems: [jsonProblem('malformed_json', detail)] };
}

import type { Problem } from '@app-platform/contracts';
import { jsonProblem } from './json-problems.ts';
import { JsonScan } from './json-scan.ts';
import { isSurelyKept, type JsonLimits } from './json-screen.ts';
import { findSyntaxFault } from './json-syntax.ts';
import { parseJson } from './parse-json.ts';

export type JsonTextResult = { ok: true; value: unknown } | { ok: false; problems: Problem[] };

const defaultLimits: JsonLimits = { maxDepth: 64, maxValues: 100_000 };

/**
 * Parses JSON that means the same to its sender, to JavaScript and to PostgreSQL's `jsonb`, and
 * refuses any other: nothing is lost or rounded between what was sent and what is read back.
 * Every problem is told at once, in the order of the text.
 */
export function parseJsonText(text: string, limits: Partial<JsonLimits> = {}): JsonTextResult {
  let value: unknown;
  try {
    // Neither V8's parser nor what follows is recursive, so depth can be judged after the fact.
    value = parseJson(text);
  } catch {
    return { ok: false, problems: [syntaxProblem(text)] };
  }
  const allLimits = { ...defaultLimits, ...limits };
  if (isSurelyKept(text, value, allLimits)) return { ok: true, value };
  const problems = new JsonScan(text, allLimits).run();
  return problems.length === 0 ? { ok: true, value } : { ok: false, problems };
}

function syntaxProblem(text: string): Problem {
  if (!/[^ \n\r\t]/.test(text)) {
    return jsonProblem('malformed_json', 'A JSON body is expected, and this one is empty.');
  }
  const fault = findSyntaxFault(text);
  if (fault === undefined) return jsonProblem('malformed_json', 'The body is not valid JSON.');
  const before = text.slice(0, fault.offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const line = before.match(/\r\n?|\n/g)?.length ?? 0;
  const place = `Line ${line + 1}, column ${fault.offset - lineStart + 1}`;
  const found = describeCharacter(text.codePointAt(fault.offset));
  return jsonProblem('malformed_json', `${place}: expected ${fault.expected}, found ${found}.`);
}

/** One character, and only where it is safe to show: a body may hold secrets. */
function describeCharacter(code: number | undefined): string {
  if (code === undefined) return 'the end of the text';
  const character = String.fromCodePoint(code);
  if (!/[\p{C}\p{Z}]/u.test(character)) return `'${character}'`;
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

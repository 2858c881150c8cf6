import { type Problem, type ProblemCode, problem } from '@app-platform/contracts';

export type JsonProblemCode = Extract<
  ProblemCode,
  | 'malformed_json'
  | 'nesting_too_deep'
  | 'too_many_values'
  | 'reserved_key'
  | 'unstorable_character'
  | 'duplicate_key'
  | 'inexact_number'
  | 'more_problems'
>;

/** The keys and array indices that lead from the document's root to a value. */
export type JsonPath = readonly (string | number)[];

/** Bounds the response: a small body can hold many problems. */
const MAX_PROBLEMS = 100;
const MAX_POINTER_LENGTH = 512;

export function jsonProblem(code: JsonProblemCode, detail: string, pointer = ''): Problem {
  return problem(code, detail, { pointer });
}

/** Keeps the first problems and counts the rest. */
export class JsonProblems {
  private readonly listed: Problem[] = [];
  private unlistedCount = 0;

  add(code: JsonProblemCode, detail: string, path: () => JsonPath): void {
    if (this.listed.length >= MAX_PROBLEMS) {
      this.unlistedCount += 1;
      return;
    }
    this.listed.push(jsonProblem(code, detail, jsonPointer(path())));
  }

  toArray(): Problem[] {
    if (this.unlistedCount === 0) return this.listed;
    const detail = `${this.unlistedCount} more problems of this body are not listed.`;
    return [...this.listed, jsonProblem('more_problems', detail)];
  }
}

/**
 * The RFC 6901 pointer, safe to serialize, log and store: a key may be as long as the body, and may
 * hold the characters that it is refused for.
 */
function jsonPointer(path: JsonPath): string {
  let pointer = '';
  for (const segment of path) {
    // Also cut before escaping, to avoid copying 64 huge keys.
    const name = String(segment).slice(0, MAX_POINTER_LENGTH + 1);
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (pointer.length > MAX_POINTER_LENGTH) {
      return storable(`${pointer.slice(0, MAX_POINTER_LENGTH)}…`);
    }
  }
  return storable(pointer);
}

function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

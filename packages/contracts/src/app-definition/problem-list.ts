import type { Problem } from '../problem.ts';
import { problem } from '../problem-kinds.ts';
import { jsonPointer, type Path } from './json-pointer.ts';
import { type WarningCode, warning } from './warning-kinds.ts';

/** More than this many problems in one answer help nobody; a definition can hold 100,000. */
const problemLimit = 100;

/** How a rule refuses what it finds. The sentence is only written where it will be read. */
export type Refuse = (path: Path, detail: () => string) => void;

/** How a check warns about what it finds. */
export type Warn = (code: WarningCode, path: Path, detail: () => string, blocks?: boolean) => void;

/** Problems in the order in which they were found; past the limit they are only counted. */
export class ProblemList {
  readonly #kept: Problem[] = [];
  #omitted = 0;
  #omittedBlocks = false;

  get isEmpty(): boolean {
    return this.#kept.length === 0;
  }

  /** How many more are kept. */
  get room(): number {
    return problemLimit - this.#kept.length;
  }

  /** Whether any were left out. */
  get isCut(): boolean {
    return this.#omitted > 0;
  }

  add(make: () => Problem, blocks = false): void {
    if (this.#kept.length < problemLimit) {
      this.#kept.push(make());
    } else {
      this.#omitted += 1;
      this.#omittedBlocks ||= blocks;
    }
  }

  readonly refuse: Refuse = (path, detail) => {
    this.add(() => problem('invalid_definition', detail(), { pointer: jsonPointer(path) }));
  };

  readonly warn: Warn = (code, path, detail, blocks = false) => {
    this.add(() => warning(code, detail(), jsonPointer(path), blocks), blocks);
  };

  /** The problems that refuse the definition, with a last one that counts those left out. */
  refusals(): Problem[] {
    if (this.#omitted === 0) return this.#kept;
    const detail = `${this.#omitted} more problems were left out. Correct these first.`;
    return [...this.#kept, problem('invalid_definition', detail, { pointer: '' })];
  }

  /** What stands in the way of a change; nobody need have looked for all that there is. */
  conflicts(): Problem[] {
    if (this.#omitted === 0) return this.#kept;
    const detail = `At least ${this.#omitted} more were left out. See to these first.`;
    return [...this.#kept, problem('more_conflicts', detail)];
  }

  /** The warnings; the last one blocks installation where any of those left out does. */
  warnings(): Problem[] {
    if (this.#omitted === 0) return this.#kept;
    const detail = `${this.#omitted} more warnings were left out. See to these first.`;
    return [...this.#kept, warning('more_warnings', detail, '', this.#omittedBlocks)];
  }
}

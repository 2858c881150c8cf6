import type { Problem, Warning } from '@app-platform/contracts';
import { problem } from '@app-platform/contracts';
import { jsonPointer, type Path } from './json-pointer.ts';
import { type WarningCode, warning } from './warning-kinds.ts';

/** Bounds the response: a definition can have 100,000 problems. */
const problemLimit = 100;

/** Adds a problem that refuses the definition. `detail` runs only if the problem is listed. */
export type Refuse = (path: Path, detail: () => string) => void;

/** Adds a warning. `detail` runs only if the warning is listed. */
export type Warn = (code: WarningCode, path: Path, detail: () => string, blocks?: boolean) => void;

/** Entries in the order of their discovery. Beyond the limit they are only counted. */
class BoundedList<Entry> {
  protected readonly kept: Entry[] = [];
  protected omitted = 0;
  protected omittedBlocks = false;

  get isEmpty(): boolean {
    return this.kept.length === 0;
  }

  /** How many more entries can be listed. */
  get room(): number {
    return problemLimit - this.kept.length;
  }

  /** Whether entries were left out. */
  get isCut(): boolean {
    return this.omitted > 0;
  }

  add(make: () => Entry, blocks = false): void {
    if (this.kept.length < problemLimit) {
      this.kept.push(make());
    } else {
      this.omitted += 1;
      this.omittedBlocks ||= blocks;
    }
  }
}

export class ProblemList extends BoundedList<Problem> {
  readonly refuse: Refuse = (path, detail) => {
    this.add(() => problem('invalid_definition', detail(), { pointer: jsonPointer(path) }));
  };

  /** The problems that refuse the definition; the last one counts those left out. */
  refusals(): Problem[] {
    if (this.omitted === 0) return this.kept;
    const detail = `${this.omitted} more problems were left out. Correct these first.`;
    return [...this.kept, problem('invalid_definition', detail, { pointer: '' })];
  }

  /** The conflicts that prevent a change. Their search may have ended early. */
  conflicts(): Problem[] {
    if (this.omitted === 0) return this.kept;
    const detail = `At least ${this.omitted} more conflicts were left out. Resolve these first.`;
    return [...this.kept, problem('more_conflicts', detail)];
  }
}

export class WarningList extends BoundedList<Warning> {
  readonly warn: Warn = (code, path, detail, blocks = false) => {
    this.add(() => warning(code, detail(), jsonPointer(path), blocks), blocks);
  };

  /** The warnings. The last one blocks installation if one of those left out does. */
  warnings(): Warning[] {
    if (this.omitted === 0) return this.kept;
    const detail = `${this.omitted} more warnings were left out. Correct these first.`;
    return [...this.kept, warning('more_warnings', detail, '', this.omittedBlocks)];
  }
}

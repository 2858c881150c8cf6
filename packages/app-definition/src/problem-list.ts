import type { Problem, Warning } from '@app-platform/contracts';
import { problem } from '@app-platform/contracts';
import type { Advice } from './finding.ts';
import type { JsonPatchOperation } from './json-patch.ts';
import { jsonPointer, type Path } from './json-pointer.ts';
import { type WarningCode, warning } from './warning-kinds.ts';

/** Bounds the response: a definition can have 100,000 problems. */
const problemLimit = 100;

/** An RFC 6902 patch that corrects a definition. */
export type Fix = JsonPatchOperation[] | undefined;

/**
 * Adds a problem that refuses the definition. `detail` runs only if the problem is listed, `advise`
 * only for a linter.
 */
export type Refuse = (path: Path, detail: () => string, advise: () => Advice) => void;

/** Adds a warning. `detail` runs only if the warning is listed, `fix` only for a linter. */
export type Warn = (
  code: WarningCode,
  path: Path,
  detail: () => string,
  blocks?: boolean,
  fix?: () => Fix,
) => void;

/** Entries in the order of their discovery. Beyond the limit they are only counted. */
export class BoundedList<Entry, Advised = never> {
  protected readonly kept: Entry[] = [];
  readonly #advice = new Map<Entry, () => Advised>();
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

  /** @param advise what a linter says beside the entry */
  add(make: () => Entry, blocks = false, advise?: () => Advised): void {
    if (this.kept.length < problemLimit) {
      const entry = make();
      this.kept.push(entry);
      if (advise) this.#advice.set(entry, advise);
    } else {
      this.omitted += 1;
      this.omittedBlocks ||= blocks;
    }
  }

  advice(entry: Entry): Advised | undefined {
    return this.#advice.get(entry)?.();
  }
}

export class ProblemList extends BoundedList<Problem, Advice> {
  readonly refuse: Refuse = (path, detail, advise) => {
    const make = () => problem('invalid_definition', detail(), { pointer: jsonPointer(path) });
    this.add(make, false, advise);
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

export class WarningList extends BoundedList<Warning, Fix> {
  readonly warn: Warn = (code, path, detail, blocks = false, fix) => {
    this.add(() => warning(code, detail(), jsonPointer(path), blocks), blocks, fix);
  };

  /** The warnings. The last one blocks installation if one of those left out does. */
  warnings(): Warning[] {
    if (this.omitted === 0) return this.kept;
    const detail = `${this.omitted} more warnings were left out. Correct these first.`;
    return [...this.kept, warning('more_warnings', detail, '', this.omittedBlocks)];
  }
}

import type { Problem, Warning } from '@app-platform/contracts';
import { problem } from '@app-platform/contracts';
import { jsonPointer, type Path } from '../json/json-pointer.ts';
import { codeOf, type Detail, type Report, type Rule, rulePagePath } from '../rules/rule.ts';
import type { Advice, Finding } from './finding.ts';

/** Bounds the response: a definition can have 100,000 problems. */
const problemLimit = 100;

/** The last warning of a list that was cut. */
export const moreWarnings = { code: 'more_warnings', title: 'There are more warnings' };

/** Entries in the order of their discovery. Beyond the limit they are only counted. */
class BoundedList<Entry> {
  protected readonly kept: Entry[] = [];
  readonly #advice = new Map<Entry, () => Advice>();
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

  /** @param advise makes the advice for a linter */
  add(make: () => Entry, blocks = false, advise?: () => Advice): void {
    if (this.kept.length < problemLimit) {
      const entry = make();
      this.kept.push(entry);
      if (advise) this.#advice.set(entry, advise);
    } else {
      this.omitted += 1;
      this.omittedBlocks ||= blocks;
    }
  }

  advice(entry: Entry): Advice | undefined {
    return this.#advice.get(entry)?.();
  }
}

function adviceOf({ name, expected }: Rule, detail: Detail): Advice {
  return { rule: name, expected: detail.expected ?? expected, fix: detail.fix?.() };
}

/** Problems that refuse a definition, or prevent a change. */
export class ProblemList extends BoundedList<Problem> {
  readonly report: Report = (rule, path, message, detail = {}) => {
    const make = () => problem('invalid_definition', message(), { pointer: jsonPointer(path) });
    this.add(make, false, () => adviceOf(rule, detail));
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

/**
 * Makes the warning of a rule. `meta.blocksInstallation` says whether the component cannot work, so
 * that the app must not be installed.
 */
export function warningOf(
  rule: Rule,
  detail: string,
  pointer: string,
  blocksInstallation: boolean,
): Warning {
  return warningWith({ code: codeOf(rule), title: rule.warning ?? rule.title }, detail, {
    pointer,
    blocksInstallation,
  });
}

function warningWith(
  kind: { code: string; title: string },
  detail: string,
  { pointer, blocksInstallation }: { pointer: string; blocksInstallation: boolean },
): Warning {
  const { code, title } = kind;
  return {
    severity: 'warning',
    code,
    title,
    detail,
    source: { pointer },
    meta: { blocksInstallation },
  };
}

/** Warnings of registration. */
export class WarningList extends BoundedList<Warning> {
  readonly report: Report = (rule, path, message, detail = {}) => {
    const blocks = detail.blocks ?? false;
    const make = () => warningOf(rule, message(), jsonPointer(path), blocks);
    this.add(make, blocks, () => adviceOf(rule, detail));
  };

  /** The warnings. The last one blocks installation if one of those left out does. */
  warnings(): Warning[] {
    if (this.omitted === 0) return this.kept;
    const detail = `${this.omitted} more warnings were left out. Correct these first.`;
    const blocksInstallation = this.omittedBlocks;
    return [...this.kept, warningWith(moreWarnings, detail, { pointer: '', blocksInstallation })];
  }
}

/** Findings of the linter alone. */
export class FindingList extends BoundedList<Finding> {
  readonly report: Report = (rule, path, message, detail = {}) => {
    this.add(() => lintFinding(rule, path, message(), detail));
  };

  /** The findings. The last one counts those left out. */
  findings(): Finding[] {
    if (this.omitted === 0) return this.kept;
    const last: Finding = {
      rule: 'more-warnings',
      severity: 'warning',
      ...moreWarnings,
      detail: `${this.omitted} more findings were left out. Correct these first.`,
      source: { pointer: '' },
      expected: 'fewer findings',
    };
    return [...this.kept, last];
  }
}

function lintFinding(rule: Rule, path: Path, message: string, detail: Detail): Finding {
  const fix = detail.fix?.();
  return {
    rule: rule.name,
    severity: 'warning',
    code: codeOf(rule),
    title: rule.title,
    detail: message,
    source: { pointer: jsonPointer(path) },
    expected: detail.expected ?? rule.expected,
    ...(fix && fix.length > 0 && { fix }),
    ...(detail.meta && { meta: detail.meta }),
    links: { about: rulePagePath(rule.name) },
  };
}

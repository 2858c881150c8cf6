import type { Finding } from '../finding.ts';
import { jsonPointer, type Path } from '../json-pointer.ts';
import { BoundedList, type Fix } from '../problem-list.ts';
import type { LintRuleName } from './lint-rules.ts';
import { rulePagePath, rules } from './rules.ts';

/** What a lint rule may say beside its message. */
type LintAdvice = {
  expected?: string;
  /** Runs only if the finding is listed. */
  fix?: () => Fix;
  meta?: Record<string, unknown>;
};

/** Reports a finding. `detail` runs only if the finding is listed. */
export type Report = (
  rule: LintRuleName,
  path: Path,
  detail: () => string,
  advice?: LintAdvice,
) => void;

/** A rule of the linter: reports what it finds in a definition, which may be invalid. */
export class FindingList extends BoundedList<Finding> {
  readonly report: Report = (rule, path, detail, advice = {}) => {
    this.add(() => lintFinding(rule, jsonPointer(path), detail(), advice));
  };

  /** The findings. The last one counts those left out. */
  findings(): Finding[] {
    if (this.omitted === 0) return this.kept;
    const last: Finding = {
      rule: 'more-warnings',
      severity: 'warning',
      code: 'more_warnings',
      title: 'There are more warnings',
      detail: `${this.omitted} more findings were left out. Correct these first.`,
      source: { pointer: '' },
      expected: 'fewer findings',
    };
    return [...this.kept, last];
  }
}

function lintFinding(
  name: LintRuleName,
  pointer: string,
  detail: string,
  { expected, fix: makeFix, meta }: LintAdvice,
): Finding {
  const rule = rules.get(name);
  const fix = makeFix?.();
  return {
    rule: name,
    severity: 'warning',
    code: name.replaceAll('-', '_'),
    title: rule?.title ?? name,
    detail,
    source: { pointer },
    expected: expected ?? rule?.expected ?? '',
    ...(fix && fix.length > 0 && { fix }),
    ...(meta && { meta }),
    links: { about: rulePagePath(name) },
  };
}

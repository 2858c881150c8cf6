import type { Problem, Warning } from '@app-platform/contracts';
import type { Advice, Finding } from './finding.ts';
import { rulePagePath, rules } from './lint/rules.ts';

/** A problem or a warning, and what its validation knows beside it. */
export function advised(entry: Problem | Warning, advice: Advice): Finding {
  const { code, title, detail, source, meta } = entry;
  const { rule, expected, fix } = advice;
  return {
    rule,
    severity: 'severity' in entry ? 'warning' : 'error',
    code,
    title,
    detail,
    ...(source && { source }),
    expected,
    ...(fix && fix.length > 0 && { fix }),
    ...(meta && { meta }),
    ...(rules.has(rule) && { links: { about: rulePagePath(rule) } }),
  };
}

/** What a rule expects when its finding does not say so more exactly. */
export function expectedBy(rule: string): string {
  return rules.get(rule)?.expected ?? 'a valid definition';
}

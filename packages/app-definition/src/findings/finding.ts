import type { Problem, ProblemSource, Warning } from '@app-platform/contracts';
import type { JsonPatchOperation } from '../json/json-patch.ts';
import { rulePagePath } from '../rules/rule.ts';
import { rules } from '../rules/rules.ts';

/** A problem or a warning of a definition, as a linter reports it. */
export type Finding = {
  /** The rule's name in kebab-case. */
  rule: string;
  /** An error refuses the registration. */
  severity: 'error' | 'warning';
  code: string;
  title: string;
  detail: string;
  source?: ProblemSource;
  /** What the rule expects, as a short noun phrase. */
  expected: string;
  /** Corrects the definition. Only where the correction is known with certainty. */
  fix?: JsonPatchOperation[];
  meta?: Record<string, unknown>;
  /** `about` is the path of the rule's page. */
  links?: { about: string };
};

/** A finding that `meta.lint` excuses, with the reason that the author gives. */
export type ExcusedFinding = Finding & { reason: string };

/** The rule, the expectation and the fix of a problem. Made only for a linter. */
export type Advice = { rule: string; expected: string; fix?: JsonPatchOperation[] | undefined };

/** A problem or a warning with its advice, as a finding. */
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

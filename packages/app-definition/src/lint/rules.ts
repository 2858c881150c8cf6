import { errorRules } from './error-rules.ts';
import { lintRules } from './lint-rules.ts';
import type { Rule } from './rule.ts';
import { warningRules } from './warning-rules.ts';

/** Every rule that a finding can name and that has a page, by name. */
export const rules: ReadonlyMap<string, Rule> = new Map(
  [...errorRules, ...warningRules, ...lintRules].map((rule) => [rule.name, rule]),
);

/** The path of a rule's page. */
export function rulePagePath(name: string): string {
  return `/docs/lint/${name}`;
}

import type { JsonObject } from '../json/json-value.ts';
import type { Text } from '../text/texts.ts';
import type { Report, Rule, Rules } from './rule.ts';
import { ruleList } from './rule-list.ts';

/** Every rule that a finding can name and that has a page, by name. */
export const rules: Rules = new Map(ruleList.map((rule) => [rule.name, rule]));

type Kind = 'refuse' | 'refuseListing' | 'warn' | 'warnListing' | 'lint' | 'lintUnused';

/** Runs the checks of some kinds, one kind after the other, in the order of the list. */
export function runChecks(
  kinds: readonly Kind[],
  definition: JsonObject,
  texts: readonly Text[],
  report: Report,
): void {
  const context = { texts, rules };
  for (const kind of kinds) {
    for (const rule of ruleList) rule[kind]?.(definition, report, context);
  }
}

/** The expectation of a rule, for a finding without one of its own. */
export function expectedBy(name: string): string {
  return rules.get(name)?.expected ?? 'a valid definition';
}

/** The rules whose findings are warnings of registration. */
export const registrationWarnings: readonly (Rule & { warning: string })[] = ruleList.flatMap(
  (rule) => (rule.warning === undefined ? [] : [{ ...rule, warning: rule.warning }]),
);

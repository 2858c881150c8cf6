import { exactPointer } from '../json/json-pointer.ts';
import { type JsonObject, ownValue, propertiesOf, quote } from '../json/json-value.ts';
import { onlyNear } from '../names/near-name.ts';
import type { CheckContext, Fix, Report, Rule, Rules } from './rule.ts';

export const lintExcuse: Rule = {
  name: 'lint-excuse',
  severity: 'warning',
  title: 'Excuse without effect',
  summary: '`meta.lint` names an unknown rule, an error, or gives no reason.',
  expected: 'the name of a warning, and a reason',
  lint: reportExcuses,
  why: 'An excuse in `meta.lint` names a warning and says why it does not hold for this app. An unknown name or an empty reason excuses nothing, and errors cannot be excused.',
  wrong: { meta: { lint: { 'unused-setting': '' } } },
  right: { meta: { lint: { 'unused-setting': 'Our server reads the settings.' } } },
};

/** The value of `meta.lint`: reasons by the name of a rule. */
export function excusesOf(definition: unknown): unknown {
  return ownValue(ownValue(definition, 'meta'), 'lint');
}

/** Why an excuse has no effect; undefined if it has one. */
export function excuseFault(rule: string, reason: unknown, rules: Rules): string | undefined {
  const known = rules.get(rule);
  if (known === undefined) return `${quote(rule)} is not the name of a rule. Correct it.`;
  if (known.severity === 'error' || rule === lintExcuse.name) {
    return `The rule ${quote(rule)} cannot be excused. Correct what it reports.`;
  }
  if (typeof reason === 'string' && reason.trim() !== '') return undefined;
  return `The excuse of ${quote(rule)} gives no reason. Write why the rule does not hold here.`;
}

/** Reports excuses that have no effect. */
function reportExcuses(definition: JsonObject, report: Report, { rules }: CheckContext): void {
  const excuses = excusesOf(definition);
  for (const [rule, reason] of propertiesOf(excuses)) {
    const fault = excuseFault(rule, reason, rules);
    if (fault === undefined) continue;
    const fix = (): Fix => {
      if (rules.has(rule)) return undefined;
      const meant = onlyNear(rule, rules.keys());
      if (meant === undefined || ownValue(excuses, meant) !== undefined) return undefined;
      const from = exactPointer(['meta', 'lint', rule]);
      return [{ op: 'move', from, path: exactPointer(['meta', 'lint', meant]) }];
    };
    report(lintExcuse, ['meta', 'lint', rule], () => fault, { fix });
  }
}

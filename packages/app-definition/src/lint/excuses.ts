import type { ExcusedFinding, Finding } from '../findings/finding.ts';
import { ownValue, propertiesOf } from '../json/json-value.ts';
import { excuseFault, excusesOf } from '../rules/lint-excuse.ts';
import { rules } from '../rules/rules.ts';

/** Separates the warnings that `meta.lint` excuses with a reason. Errors cannot be excused. */
export function applyExcuses(
  definition: unknown,
  findings: readonly Finding[],
): { kept: Finding[]; excused: ExcusedFinding[] } {
  const reasons = new Map(propertiesOf(excusesOf(definition)).filter(isEffective));
  const kept: Finding[] = [];
  const excused: ExcusedFinding[] = [];
  for (const finding of findings) {
    const reason = finding.severity === 'warning' ? reasons.get(finding.rule) : undefined;
    if (typeof reason === 'string') excused.push({ ...finding, reason });
    else kept.push(finding);
  }
  return { kept, excused };
}

/** The reason with which `meta.lint` excuses a rule, if it does. */
export function excuseReason(definition: unknown, rule: string): string | undefined {
  const reason = ownValue(excusesOf(definition), rule);
  return typeof reason === 'string' && isEffective([rule, reason]) ? reason : undefined;
}

function isEffective([rule, reason]: readonly [string, unknown]): boolean {
  return excuseFault(rule, reason, rules) === undefined;
}

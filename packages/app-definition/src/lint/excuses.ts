import type { ExcusedFinding, Finding } from '../finding.ts';
import { exactPointer } from '../json-pointer.ts';
import { type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import { onlyNear } from '../near-name.ts';
import type { Report } from './report.ts';
import { rules } from './rules.ts';

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

function excusesOf(definition: unknown): unknown {
  return ownValue(ownValue(definition, 'meta'), 'lint');
}

function isEffective([rule, reason]: readonly [string, unknown]): boolean {
  return excuseFault(rule, reason) === undefined;
}

function excuseFault(rule: string, reason: unknown): string | undefined {
  const known = rules.get(rule);
  if (known === undefined) return `${quote(rule)} is not the name of a rule. Correct it.`;
  if (known.severity === 'error' || rule === 'lint-excuse') {
    return `The rule ${quote(rule)} cannot be excused. Correct what it reports.`;
  }
  if (typeof reason === 'string' && reason.trim() !== '') return undefined;
  return `The excuse of ${quote(rule)} gives no reason. Write why the rule does not hold here.`;
}

/** Reports excuses that have no effect. */
export function reportExcuses(definition: JsonObject, report: Report): void {
  const excuses = excusesOf(definition);
  for (const [rule, reason] of propertiesOf(excuses)) {
    const fault = excuseFault(rule, reason);
    if (fault === undefined) continue;
    report('lint-excuse', ['meta', 'lint', rule], () => fault, {
      fix: () => {
        if (rules.has(rule)) return undefined;
        const meant = onlyNear(rule, rules.keys());
        if (meant === undefined || ownValue(excuses, meant) !== undefined) return undefined;
        const from = exactPointer(['meta', 'lint', rule]);
        return [{ op: 'move', from, path: exactPointer(['meta', 'lint', meant]) }];
      },
    });
  }
}

import type { Problem, Warning } from '@app-platform/contracts';
import { advised, type Finding } from '../findings/finding.ts';
import { applyJsonPatch } from '../json/json-patch.ts';
import type { Fix } from '../rules/rule.ts';
import { expectedBy, rules } from '../rules/rules.ts';
import { redactionFor } from '../secrets/find-secrets.ts';
import { redactFinding, redactKnownSecrets } from '../secrets/redact.ts';
import { validateDefinition } from '../validation/validate-definition.ts';

/**
 * A problem or a warning that the registry adds, as a finding, with the correction that its kind
 * allows. Hides credentials of known formats; `findingsOf` hides every secret of the definition.
 */
export function findingOf(entry: Problem | Warning): Finding {
  return redactFinding(unredacted(entry), redactKnownSecrets);
}

/** Findings about a definition: without its secrets, and without fixes that would add an error. */
export function findingsOf(entries: readonly (Problem | Warning)[], definition: object): Finding[] {
  if (entries.length === 0) return [];
  const redact = redactionFor(definition);
  return entries.map((entry) => {
    const { fix, ...withoutFix } = unredacted(entry);
    const isKept = fix !== undefined && !addsError(definition, fix);
    return redactFinding(isKept ? { ...withoutFix, fix } : withoutFix, redact);
  });
}

function unredacted(entry: Problem | Warning): Finding {
  const rule = ruleOf(entry);
  return advised(entry, { rule, expected: expectedBy(rule), fix: rules.get(rule)?.fix });
}

/** For example, a new version that the changelog lacks. */
function addsError(definition: object, fix: NonNullable<Fix>): boolean {
  try {
    return countErrors(applyJsonPatch(definition, fix)) > countErrors(definition);
  } catch {
    // The definition has no such place.
    return true;
  }
}

function countErrors(definition: unknown): number {
  const validation = validateDefinition(definition);
  return validation.ok ? 0 : validation.errors.length;
}

function ruleOf({ code, source }: Problem | Warning): string {
  // Registration refuses a first version without a title. The schema does not.
  const isTitle = source !== undefined && 'pointer' in source && source.pointer === '/title';
  return code === 'invalid_definition' && isTitle ? 'missing-property' : code.replaceAll('_', '-');
}

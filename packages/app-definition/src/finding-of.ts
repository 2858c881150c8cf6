import type { Problem, Warning } from '@app-platform/contracts';
import { advised, expectedBy } from './advised-finding.ts';
import type { Finding } from './finding.ts';
import { applyJsonPatch } from './json-patch.ts';
import { redactionFor } from './lint/find-secrets.ts';
import { redactFinding, redactKnownSecrets } from './lint/redact.ts';
import type { Fix } from './problem-list.ts';
import { validateDefinition } from './validate-definition.ts';

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
  const errors = countErrors(definition);
  return entries.map((entry) => {
    const { fix, ...withoutFix } = unredacted(entry);
    const isKept = fix !== undefined && !addsError(definition, fix, errors);
    return redactFinding(isKept ? { ...withoutFix, fix } : withoutFix, redact);
  });
}

function unredacted(entry: Problem | Warning): Finding {
  const rule = ruleOf(entry);
  return advised(entry, { rule, expected: expectedBy(rule), fix: fixOf(entry) });
}

/** For example, a new version that the changelog lacks. */
function addsError(definition: object, fix: NonNullable<Fix>, errors: number): boolean {
  try {
    return countErrors(applyJsonPatch(definition, fix)) > errors;
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

/** The correction of a problem that only the registry can find. */
function fixOf({ code }: Problem | Warning): Fix {
  switch (code) {
    // A version without an identifier has that of the versions before.
    case 'identifier_changed':
      return [{ op: 'remove', path: '/identifier' }];
    // Access is denied by default, and a public app cannot become private later.
    case 'public_by_default':
      return [{ op: 'add', path: '/visibility', value: 'private' }];
    default:
      return undefined;
  }
}

import { advised, expectedBy } from './advised-finding.ts';
import type { ExcusedFinding, Finding } from './finding.ts';
import { isJsonObject } from './json-value.ts';
import { applyExcuses } from './lint/excuses.ts';
import { findSecrets, type PlacedSecret, secretDefaults } from './lint/find-secrets.ts';
import { lintDefinition } from './lint/lint-definition.ts';
import { redactFinding, redactionOf } from './lint/redact.ts';
import { keepTriedFixes } from './tried-fixes.ts';
import type { AppDefinition } from './types.ts';
import { refusalsOf, warningsOf } from './validate-definition.ts';

/** Everything that registration and the linter find in a definition. */
export type Inspection = {
  /** The given value itself, if registration would accept it. It is not redacted. */
  definition?: AppDefinition;
  /** The problems that refuse the definition. */
  errors: Finding[];
  /** The warnings of registration, and after them those of the linter. */
  warnings: Finding[];
  /** The warnings that `meta.lint` excuses. */
  excused: ExcusedFinding[];
};

/**
 * Validates a definition as registration does, and lints it. No finding holds a secret of the
 * definition, and every fix has been tried.
 */
export function inspectDefinition(value: unknown): Inspection {
  const secrets = findSecrets(value);
  const found = keepTriedFixes(value, (one) => findingsOf(one, secrets));
  const { kept, excused } = applyExcuses(value, found.warnings);
  const redact = redactionOf([...secrets, ...secretDefaults(value)]);
  return {
    ...(found.errors.length === 0 && { definition: value as AppDefinition }),
    errors: found.errors.map((finding) => redactFinding(finding, redact)),
    warnings: kept.map((finding) => redactFinding(finding, redact)),
    excused: excused.map((finding) => redactFinding(finding, redact)),
  };
}

/**
 * The findings before excuses and redaction.
 * @param secrets of the definition that is inspected. No fix changes them.
 */
function findingsOf(
  value: unknown,
  secrets: readonly PlacedSecret[],
): { errors: Finding[]; warnings: Finding[]; isCut: boolean } {
  const { refusals, advisory } = refusalsOf(value);
  const errors = refusals
    .refusals()
    .map((entry) => advised(entry, refusals.advice(entry) ?? moreProblems));
  const isCut = refusals.isCut;
  if (!isJsonObject(value)) return { errors, warnings: [], isCut };

  const list = warningsOf(value, advisory);
  const warnings = list.warnings().map((entry) => {
    const rule = entry.code.replaceAll('_', '-');
    return advised(entry, { rule, expected: expectedBy(rule), fix: list.advice(entry) });
  });
  return { errors, warnings: [...warnings, ...lintDefinition(value, secrets)], isCut };
}

/** The last entry of a list that was cut. */
const moreProblems = { rule: 'more-problems', expected: 'fewer problems' };

import type { Problem } from '@app-platform/contracts';
import { advised, type ExcusedFinding, type Finding } from '../findings/finding.ts';
import { FindingList } from '../findings/problem-list.ts';
import { isJsonObject, type JsonObject, ownValue } from '../json/json-value.ts';
import { codeOf } from '../rules/rule.ts';
import { ruleList } from '../rules/rule-list.ts';
import { runChecks } from '../rules/rules.ts';
import { secretInDefinition } from '../rules/secret-in-definition.ts';
import type { AppDefinition, Visibility } from '../schema/types.ts';
import {
  findSecrets,
  hideSecrets,
  type PlacedSecret,
  secretDefaults,
} from '../secrets/find-secrets.ts';
import { redactFinding, redactionOf } from '../secrets/redact.ts';
import { type Text, textsOf } from '../text/texts.ts';
import { refusalsOf, warningsOf } from '../validation/validate-definition.ts';
import { applyExcuses } from './excuses.ts';
import { leakedSecrets, secretDetail, secretProblems } from './leaked-secrets.ts';
import { keepTriedFixes } from './tried-fixes.ts';

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
 * @param visibility of the app: secrets of a public app are errors. Defaults to that of the definition,
 *   which defaults to public
 * @param secrets of the definition
 */
export function inspectDefinition(
  value: unknown,
  visibility?: Visibility,
  secrets: readonly PlacedSecret[] = findSecrets(value),
): Inspection {
  const isPublic = (visibility ?? ownValue(value, 'visibility')) !== 'private';
  const refused = isPublic ? leakedSecrets(value, secrets) : [];
  const found = keepTriedFixes(value, (one) => findingsOf(one, secrets, refused));
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
 * @param refused those that are errors
 */
function findingsOf(
  value: unknown,
  secrets: readonly PlacedSecret[],
  refused: readonly PlacedSecret[],
): { errors: Finding[]; warnings: Finding[]; isCut: boolean } {
  const texts = textsOf(value);
  const { refusals, advisory } = refusalsOf(value, texts);
  const errors = refusals
    .refusals()
    .map((entry) => advised(entry, refusals.advice(entry) ?? moreProblems));
  errors.push(...secretProblems(refused).map(secretError));
  const isCut = refusals.isCut;
  if (!isJsonObject(value)) return { errors, warnings: [], isCut };

  const list = warningsOf(value, texts, advisory);
  const warnings = list
    .warnings()
    .map((entry) => advised(entry, list.advice(entry) ?? moreWarnings));
  const others = secrets.filter((secret) => !refused.includes(secret));
  return { errors, warnings: [...warnings, ...lintDefinition(value, texts, others)], isCut };
}

function secretError(entry: Problem): Finding {
  const { name: rule, expected } = secretInDefinition;
  return advised(
    entry,
    entry.code === codeOf(secretInDefinition) ? { rule, expected } : moreProblems,
  );
}

/** The last entry of a list that was cut. */
const moreProblems = { rule: 'more-problems', expected: 'fewer problems' };
const moreWarnings = { rule: 'more-warnings', expected: 'a valid definition' };

/**
 * The findings of the linter's own rules. The definition may be invalid.
 * @param secrets to report as warnings. Those of a public app are errors.
 */
function lintDefinition(
  definition: JsonObject,
  texts: readonly Text[],
  secrets: readonly PlacedSecret[],
): Finding[] {
  const list = new FindingList();
  for (const secret of secrets) {
    list.report(secretInDefinition, secret.path, () => secretDetail(secret, 'private'));
  }
  runChecks(['lint', 'lintUnused'], definition, texts, list.report);
  return list.findings();
}

/** The findings about a version for organizations that have the version before it. */
export function lintChange(before: AppDefinition, after: AppDefinition): Finding[] {
  const list = new FindingList();
  for (const rule of ruleList) rule.lintChange?.(before, after, list.report);
  return hideSecrets(list.findings(), before, after);
}

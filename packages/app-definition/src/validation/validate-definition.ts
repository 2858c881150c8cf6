import { type Problem, problem, type Warning } from '@app-platform/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { ProblemList, WarningList, warningOf } from '../findings/problem-list.ts';
import { isJsonObject, type JsonObject } from '../json/json-value.ts';
import { runChecks } from '../rules/rules.ts';
import { unexpectedType, unexpectedValue } from '../rules/schema-errors.ts';
import { appDefinitionSchema, definitionPatchSchema } from '../schema/app-definition-schema.ts';
import { compileOnFirstUse } from '../schema/schema-check.ts';
import type { AppDefinition, DefinitionPatch } from '../schema/types.ts';
import { type Text, textsOf } from '../text/texts.ts';
import { isAdvisory, warnAboutOverlongNames, withoutOverlongNames } from './advisory-properties.ts';
import { describeUnknownKey, describeUnknownPatchKey } from './known-keys.ts';
import {
  adviseFault,
  describeFault,
  faultPointer,
  namedChild,
  repeatsAnother,
  type Subject,
} from './schema-fault.ts';

export type DefinitionValidation =
  | { ok: true; definition: AppDefinition; warnings: Warning[] }
  | { ok: false; errors: Problem[] };

export type PatchValidation =
  | { ok: true; patch: DefinitionPatch; warnings: Warning[] }
  | { ok: false; errors: Problem[] };

const checkDefinition = compileOnFirstUse(appDefinitionSchema);
const checkPatch = compileOnFirstUse(definitionPatchSchema);

const definitionSubject: Subject = { name: 'The app definition', describeUnknownKey };
const patchSubject: Subject = {
  name: 'The update',
  describeUnknownKey: describeUnknownPatchKey,
};

/**
 * Validates an app definition on its own, and returns every problem at once. An accepted definition
 * is the given value, unchanged; errors in its components are warnings. The registry checks the
 * rules that depend on earlier versions: whether the title may be missing, and whether the version
 * is high enough.
 */
export function validateDefinition(value: unknown): DefinitionValidation {
  const texts = textsOf(value);
  const { refusals, advisory } = refusalsOf(value, texts);
  if (!refusals.isEmpty || !isJsonObject(value)) return { ok: false, errors: refusals.refusals() };
  const warnings = warningsOf(value, texts, advisory).warnings();
  return { ok: true, definition: value as AppDefinition, warnings };
}

/** The problems that refuse the definition, and the schema errors that are warnings. */
export function refusalsOf(
  value: unknown,
  texts: readonly Text[],
): { refusals: ProblemList; advisory: ErrorObject[] } {
  const refusals = new ProblemList();
  const advisory: ErrorObject[] = [];
  for (const error of checkDefinition(withoutOverlongNames(value))) {
    if (repeatsAnother(error)) continue;
    if (isAdvisory(error.instancePath, namedChild(error))) advisory.push(error);
    else {
      const advise = () => adviseFault(error, value);
      refusals.add(() => refusal(error, definitionSubject), false, advise);
    }
  }
  if (isJsonObject(value)) {
    runChecks(['refuse', 'refuseListing'], value, texts, refusals.report);
  }
  return { refusals, advisory };
}

/** The warnings about a definition, which may have been refused. */
export function warningsOf(
  definition: JsonObject,
  texts: readonly Text[],
  advisory: readonly ErrorObject[],
): WarningList {
  const warnings = new WarningList();
  runChecks(['warn', 'warnListing'], definition, texts, warnings.report);
  warnAboutOverlongNames(definition, warnings.report);
  for (const error of advisory) {
    const rule = error.keyword === 'type' ? unexpectedType : unexpectedValue;
    warnings.add(
      () => warningOf(rule, describeFault(error, definitionSubject), faultPointer(error), false),
      false,
      () => ({ ...adviseFault(error, definition), rule: rule.name, expected: rule.expected }),
    );
  }
  return warnings;
}

/** Validates an update of descriptive fields, and returns every problem at once. */
export function validatePatch(value: unknown): PatchValidation {
  const refusals = new ProblemList();
  for (const error of checkPatch(value)) {
    if (!repeatsAnother(error)) refusals.add(() => refusal(error, patchSubject));
  }
  const texts = textsOf(value);
  if (isJsonObject(value)) runChecks(['refuseListing'], value, texts, refusals.report);
  if (!refusals.isEmpty || !isJsonObject(value)) return { ok: false, errors: refusals.refusals() };

  const warnings = new WarningList();
  runChecks(['warnListing'], value, texts, warnings.report);
  return { ok: true, patch: value as DefinitionPatch, warnings: warnings.warnings() };
}

/**
 * The warnings about the patched fields of a definition. Some of them depend on its other fields.
 * @param definition after the update; a version from before a rule may break that rule
 */
export function patchWarnings(definition: AppDefinition, patch: DefinitionPatch): Warning[] {
  const ofPatch = warningsIn(validatePatch(patch));
  const known = new Set(ofPatch.map(placeAndCode));
  const ofDefinition = warningsIn(validateDefinition(definition));
  const others = ofDefinition.filter(
    (one) => concerns(one, patch) && !known.has(placeAndCode(one)),
  );
  return [...ofPatch, ...others];
}

function warningsIn(validation: DefinitionValidation | PatchValidation): Warning[] {
  return validation.ok ? validation.warnings : [];
}

function concerns({ source }: Warning, patch: DefinitionPatch): boolean {
  const [, field = ''] = source && 'pointer' in source ? source.pointer.split('/') : [];
  return Object.hasOwn(patch, field);
}

function placeAndCode({ source, code }: Warning): string {
  return `${code} ${JSON.stringify(source)}`;
}

function refusal(error: ErrorObject, subject: Subject): Problem {
  const detail = describeFault(error, subject);
  return problem('invalid_definition', detail, { pointer: faultPointer(error) });
}

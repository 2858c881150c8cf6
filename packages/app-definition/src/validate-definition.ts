import type { Problem, Warning } from '@app-platform/contracts';
import { problem } from '@app-platform/contracts';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { isAdvisory, warnAboutOverlongNames, withoutOverlongNames } from './advisory-properties.ts';
import { warnAboutComponents, warnAboutListingUrls } from './component-warnings.ts';
import { applyDefinitionRules, applyListingRules } from './definition-rules.ts';
import { isJsonObject, type JsonObject } from './json-value.ts';
import { describeUnknownKey, describeUnknownPatchKey } from './known-keys.ts';
import { ProblemList, WarningList } from './problem-list.ts';
import { appDefinitionSchema } from './schema/app-definition-schema.ts';
import { definitionPatchSchema } from './schema/definition-patch-schema.ts';
import { adviseFault } from './schema-advice.ts';
import { compileOnFirstUse } from './schema-check.ts';
import {
  describeFault,
  faultPointer,
  namedChild,
  repeatsAnother,
  type Subject,
} from './schema-faults.ts';
import type { AppDefinition, DefinitionPatch } from './types.ts';
import { warning } from './warning-kinds.ts';

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
  const { refusals, advisory } = refusalsOf(value);
  if (!refusals.isEmpty || !isJsonObject(value)) return { ok: false, errors: refusals.refusals() };
  const warnings = warningsOf(value, advisory).warnings();
  return { ok: true, definition: value as AppDefinition, warnings };
}

/** What refuses the definition, and the schema errors that are warnings. */
export function refusalsOf(value: unknown): { refusals: ProblemList; advisory: ErrorObject[] } {
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
  if (isJsonObject(value)) applyDefinitionRules(value, refusals.refuse);
  return { refusals, advisory };
}

/** The warnings about a definition, which may have been refused. */
export function warningsOf(definition: JsonObject, advisory: readonly ErrorObject[]): WarningList {
  const warnings = new WarningList();
  warnAboutComponents(definition, warnings.warn);
  warnAboutOverlongNames(definition, warnings.warn);
  for (const error of advisory) {
    const fix = () => adviseFault(error, definition).fix;
    warnings.add(() => advisoryWarning(error), false, fix);
  }
  return warnings;
}

/** Validates an update of descriptive fields, and returns every problem at once. */
export function validatePatch(value: unknown): PatchValidation {
  const refusals = new ProblemList();
  for (const error of checkPatch(value)) {
    if (!repeatsAnother(error)) refusals.add(() => refusal(error, patchSubject));
  }
  if (isJsonObject(value)) applyListingRules(value, refusals.refuse);
  if (!refusals.isEmpty || !isJsonObject(value)) return { ok: false, errors: refusals.refusals() };

  const warnings = new WarningList();
  warnAboutListingUrls(value, warnings.warn);
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

function advisoryWarning(error: ErrorObject): Warning {
  const code = error.keyword === 'type' ? 'unexpected_type' : 'unexpected_value';
  return warning(code, describeFault(error, definitionSubject), faultPointer(error), false);
}

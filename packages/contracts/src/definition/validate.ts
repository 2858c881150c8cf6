import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Problem } from '../problem.ts';
import { problem } from '../problem-kinds.ts';
import { componentWarnings } from './component-warnings.ts';
import { definitionProblems } from './definition-rules.ts';
import { appDefinitionSchema, definitionPatchSchema } from './schema/index.ts';
import { isEcho, pointerOf, schemaProblem } from './schema-problems.ts';
import type { AppDefinition, DefinitionPatch } from './types.ts';
import { warning } from './warning.ts';

/** More problems than anyone reads; a hostile definition must not make a large answer. */
const MOST_PROBLEMS = 100;

export type DefinitionResult =
  | { ok: true; definition: AppDefinition; warnings: Problem[] }
  | { ok: false; errors: Problem[] };

export type PatchResult =
  | { ok: true; patch: DefinitionPatch; warnings: Problem[] }
  | { ok: false; errors: Problem[] };

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajv.addKeyword('x-advisory');
const validateShape: ValidateFunction<AppDefinition> =
  ajv.compile<AppDefinition>(appDefinitionSchema);
const validatePatchShape: ValidateFunction<DefinitionPatch> = ajv.compile<DefinitionPatch>(
  definitionPatchSchema as object,
);

const definitionKeys = Object.keys(appDefinitionSchema.properties);
const patchKeys = Object.keys(definitionPatchSchema.properties);
const advisoryKeys = new Set(
  Object.entries(appDefinitionSchema.properties).flatMap(([key, schema]) =>
    'x-advisory' in schema ? [key] : [],
  ),
);

/**
 * Checks an app definition, and says everything that is wrong with it at once: what refuses it,
 * or else what is suspicious about it. The definition itself is not changed.
 */
export function validateDefinition(value: unknown): DefinitionResult {
  if (value === undefined) return { ok: false, errors: [missingBody()] };
  validateShape(value);
  const faults = (validateShape.errors ?? []).filter((error) => !isEcho(error));
  const refusals = faults.filter((error) => !isAdvisory(error));
  if (refusals.length > 0) {
    return {
      ok: false,
      errors: bounded(refusals.map((error) => schemaProblem(error, definitionKeys))),
    };
  }
  const definition = value as AppDefinition;
  const errors = definitionProblems(definition);
  if (errors.length > 0) return { ok: false, errors: bounded(errors) };
  const warnings = [...componentWarnings(definition), ...faults.map(unexpectedShape)];
  return { ok: true, definition, warnings: bounded(warnings) };
}

/** Checks a change of the fields that can change without a new version. */
export function validatePatch(value: unknown): PatchResult {
  if (value === undefined) return { ok: false, errors: [missingBody()] };
  if (validatePatchShape(value)) return { ok: true, patch: value, warnings: [] };
  const faults = validatePatchShape.errors ?? [];
  return { ok: false, errors: bounded(faults.map((error) => schemaProblem(error, patchKeys))) };
}

/** Below an open component nothing refuses; the component list itself has its type. */
function isAdvisory(error: ErrorObject): boolean {
  const [, top, ...below] = pointerOf(error).split('/');
  return top !== undefined && below.length > 0 && advisoryKeys.has(top);
}

function unexpectedShape(error: ErrorObject): Problem {
  const { detail, source } = schemaProblem(error, []);
  return { ...warning('unexpected_shape', detail), ...(source && { source }) };
}

function missingBody(): Problem {
  return problem('invalid_definition', 'Send the definition as a JSON object.', { pointer: '' });
}

function bounded(problems: Problem[]): Problem[] {
  if (problems.length <= MOST_PROBLEMS) return problems;
  const [first] = problems;
  const kept = problems.slice(0, MOST_PROBLEMS);
  const detail = `There are ${problems.length - MOST_PROBLEMS} more problems of this kind.`;
  return first ? [...kept, { ...first, detail, source: { pointer: '' } }] : kept;
}

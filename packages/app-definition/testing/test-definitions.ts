import type { Problem, Warning } from '@app-platform/contracts';
import type { JsonObject } from '../src/json/json-value.ts';
import { inspectDefinition } from '../src/lint/inspect-definition.ts';
import { validateDefinition } from '../src/validation/validate-definition.ts';

/** The smallest valid definition, with the given properties. */
export function definitionWith(properties: JsonObject): JsonObject {
  return { app: 'order_tracker', version: '1.0.0', ...properties };
}

/** A problem in the form that tests compare. */
export type Finding = { pointer: string; code: string; detail: string; blocks: unknown };

function finding(problem: Problem | Warning): Finding {
  const { source, code, detail } = problem;
  const { blocksInstallation } = problem.meta ?? {};
  if (source === undefined || !('pointer' in source)) throw new Error('A problem has no pointer.');
  return { pointer: source.pointer, code, detail, blocks: blocksInstallation };
}

/** The problems that refuse a definition with these properties; empty if it is accepted. */
export function refusalsOf(properties: JsonObject): Finding[] {
  const result = validateDefinition(definitionWith(properties));
  return result.ok ? [] : result.errors.map(finding);
}

/** The warnings for a definition with these properties, which must be accepted. */
export function warningsOf(properties: JsonObject): Finding[] {
  const result = validateDefinition(definitionWith(properties));
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.errors)}`);
  return result.warnings.map(finding);
}

/** The pointers of the findings, in order. */
export function pointersOf(findings: readonly Finding[]): string[] {
  return findings.map(({ pointer }) => pointer);
}

/** The findings of one rule in a definition with these properties: pointers and fixes. */
export function lintOf(rule: string, properties: JsonObject): unknown[] {
  const { errors, warnings } = inspectDefinition(definitionWith(properties));
  const found = [...errors, ...warnings].filter((finding) => finding.rule === rule);
  return found.map(({ source, fix }) => {
    const pointer = source && 'pointer' in source ? source.pointer : undefined;
    return fix ? [pointer, fix] : pointer;
  });
}

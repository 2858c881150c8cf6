import { type Finding, findingsOf, inspectDefinition, pathOf } from '@app-platform/app-definition';
import { locator } from '@app-platform/app-definition/locate';
import type { Problem } from '@app-platform/client/source';
import type { JsonFault } from '@app-platform/json';
import { parseDefinition } from './definition-text.ts';
import { editorTexts } from './texts.ts';

/** A finding with its place in the text. Line and column begin at 1. */
export type PlacedFinding = Pick<Finding, 'rule' | 'severity' | 'detail'> & {
  fix?: Finding['fix'] | undefined;
  line: number;
  column: number;
  /** The address of the rule's page. */
  page?: string | undefined;
  isFromRegistry: boolean;
};

/** A finding of the registry, and the value that it is about: it ends when the value changes. */
export type RegistryFinding = Finding & { about: string };

export type LintCall =
  | { operation: 'inspect'; text: string; fromRegistry: readonly RegistryFinding[] }
  /** Findings of a validation by the registry: those that the linter does not have itself. */
  | { operation: 'add'; text: string; findings: readonly Finding[] }
  /** The problems of a refusal. */
  | { operation: 'explain'; text: string; problems: readonly Problem[] };

export type LintResult<Call extends LintCall> = Call extends { operation: 'inspect' }
  ? PlacedFinding[]
  : RegistryFinding[];

const START = { line: 1, column: 1 };

export function answerLintCall(call: LintCall): PlacedFinding[] | RegistryFinding[] {
  const { value, faults } = parseDefinition(call.text);
  if (call.operation === 'explain') return explain(value, call.problems);
  if (call.operation === 'add') return missingIn(value, call.findings);
  if (faults.length > 0) return faults.map(placedFault);
  const placeOf = locator(call.text);
  const placed = (finding: Finding, isFromRegistry: boolean): PlacedFinding => {
    const { rule, severity, detail, fix, links } = finding;
    const place = placeOf(pointerOf(finding)) ?? START;
    return { rule, severity, detail, fix, ...place, page: links?.about, isFromRegistry };
  };
  const current = call.fromRegistry.filter((one) => one.about === valueAbout(value, one));
  return [
    ...localFindings(value).map((one) => placed(one, false)),
    ...current.map((one) => placed(one, true)),
  ].sort(bySeverityAndPlace);
}

function localFindings(value: unknown): Finding[] {
  const { errors, warnings } = inspectDefinition(value);
  return [...errors, ...warnings];
}

function explain(value: unknown, problems: readonly Problem[]): RegistryFinding[] {
  const definition = typeof value === 'object' && value !== null ? value : {};
  // The generated type of a problem has every member optional.
  const findings = findingsOf(problems as Parameters<typeof findingsOf>[0], definition);
  return findings.map((one) => ({ ...one, severity: 'error', about: valueAbout(value, one) }));
}

function missingIn(value: unknown, findings: readonly Finding[]): RegistryFinding[] {
  const known = new Set(localFindings(value).map(placeAndRule));
  return findings
    .filter((one) => !known.has(placeAndRule(one)))
    .map((one) => ({ ...one, about: valueAbout(value, one) }));
}

function placeAndRule(finding: Finding): string {
  return `${finding.rule} ${pointerOf(finding)}`;
}

function pointerOf({ source }: Finding): string {
  if (source && 'pointer' in source) return source.pointer;
  // A duplicate names the property of the definition.
  return source && 'parameter' in source ? `/${source.parameter}` : '';
}

/** The text of the value that a finding points at; of the whole definition where it points nowhere. */
function valueAbout(definition: unknown, finding: Finding): string {
  let value = definition;
  for (const token of pathOf(pointerOf(finding))) {
    const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, token);
    value = isHolder ? (value as Record<string, unknown>)[token] : undefined;
  }
  return JSON.stringify(value) ?? '';
}

function placedFault({ code, detail, line, column }: JsonFault): PlacedFinding {
  const sentence = code === 'malformed_json' ? editorTexts.invalidJson(detail) : detail;
  const rule = code.replaceAll('_', '-');
  return { rule, severity: 'error', detail: sentence, line, column, isFromRegistry: false };
}

function bySeverityAndPlace(one: PlacedFinding, other: PlacedFinding): number {
  if (one.severity !== other.severity) return one.severity === 'error' ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

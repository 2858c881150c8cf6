import { type Finding, findingsOf, inspectDefinition, pathOf } from '@app-platform/app-definition';
import { locator } from '@app-platform/app-definition/locate';
import type { Problem } from '@app-platform/client/source';
import { parseDefinition, type SyntaxFault } from './definition-text.ts';
import type { LintCall, PlacedFinding, RegistryFinding } from './findings.ts';

const START = { line: 1, column: 1 };

export function answerLintCall(call: LintCall): PlacedFinding[] | RegistryFinding[] {
  const { value, faults } = parseDefinition(call.text);
  if (call.operation === 'explain') return explain(value, call.problems);
  if (call.operation === 'add') return missingIn(value, call.findings);
  if (faults.length > 0) return faults.map((fault) => placedFault(fault, call.text));
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

function placedFault({ offset, detail }: SyntaxFault, text: string): PlacedFinding {
  const lines = text.slice(0, offset).split('\n');
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  return { rule: 'invalid-json', severity: 'error', detail, ...place, isFromRegistry: false };
}

function bySeverityAndPlace(one: PlacedFinding, other: PlacedFinding): number {
  if (one.severity !== other.severity) return one.severity === 'error' ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

import { redactionFor } from '@app-platform/app-definition';
import type { DefinitionFile } from '../definition/definition-file.ts';
import type { LocatedFinding } from '../definition/located-findings.ts';
import { codeFrame } from './code-frame.ts';

export type Findings = { errors: LocatedFinding[]; warnings: LocatedFinding[] };

type RequiredVersion = {
  given: string | null;
  comparedWith: string | null;
  smallestIncrement: string | null;
  suggested: string | null;
};

/** Every finding with the lines that it is about, and then a summary. */
export function findingsText(
  { errors, warnings }: Findings,
  file: DefinitionFile,
  version?: RequiredVersion,
): string {
  // The findings hide the secrets of the definition already.
  const shown = { ...file, text: redactionFor(file.value)(file.text) };
  const findings = [...errors, ...warnings].map((one) => findingText(one, shown));
  const found = `${count(errors.length, 'error')}, ${count(warnings.length, 'warning')}`;
  const verdict = errors.length > 0 ? 'cannot be registered' : 'is valid';
  const advice = version?.comparedWith ? [incrementText(version)] : [];
  return [...findings, [`${file.name} ${verdict}: ${found}.`, ...advice].join('\n')].join('\n\n');
}

function findingText(finding: LocatedFinding, file: DefinitionFile): string {
  const { severity, code, rule = code, detail, pointer, line, column, fix } = finding;
  const place = line === undefined ? (pointer ?? '') : `${file.name}:${line}:${column}`;
  const frame = codeFrame(file.text, finding);
  return [
    `${place ? `${place} ` : ''}${severity} ${rule}: ${detail}`,
    ...(frame ? [frame] : []),
    ...(fix ? [`fix: ${JSON.stringify(fix)}`] : []),
  ].join('\n');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function incrementText({ comparedWith, smallestIncrement, suggested }: RequiredVersion): string {
  if (smallestIncrement === null || smallestIncrement === 'none') {
    return `No new version is needed: nothing differs from ${comparedWith}.`;
  }
  return `The changes since ${comparedWith} need a ${smallestIncrement} increment, for example ${suggested}.`;
}

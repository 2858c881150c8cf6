import { isDeepStrictEqual } from 'node:util';
import type { Finding } from '@app-platform/app-definition';
import { redactionFor } from '@app-platform/app-definition/redaction';
import { PlatformError } from '@app-platform/client/source';
import type { JsonFault } from '@app-platform/json';
import { codeFrameColumns } from '@babel/code-frame';
import { createScanner, parse } from 'jsonc-parser';
import { adviseCommands } from '../advised-commands.ts';
import {
  absoluteLink,
  CommandFailure,
  exitCodes,
  failureOf,
  placeOf,
  type ReportedError,
} from '../failure.ts';
import type { DefinitionFile } from './definition-file.ts';

/** A finding with the place of its value in the file. */
type LocatedFinding = ReportedError &
  Pick<Finding, 'severity'> &
  Partial<Pick<Finding, 'rule' | 'expected' | 'fix'>>;

export type AnyFinding = Pick<Finding, 'code' | 'detail' | 'severity'> &
  Partial<Pick<Finding, 'rule' | 'expected' | 'fix'>> & {
    source?: object | undefined;
    links?: ReportedError['links'];
  };

/** @param baseUrl of the pages of rules and codes */
export function locatedFinding(
  finding: AnyFinding,
  file: Pick<DefinitionFile, 'name' | 'locate'>,
  baseUrl: string,
): LocatedFinding {
  const { code, detail, severity, rule, expected, fix, links, source } = finding;
  const pointer = source && 'pointer' in source ? String(source.pointer) : undefined;
  const position = pointer === undefined ? undefined : file.locate(pointer);
  return {
    ...(rule !== undefined && { rule }),
    severity,
    code,
    detail: adviseCommands(detail),
    pointer,
    line: position?.line,
    column: position?.column,
    file: file.name,
    ...(expected !== undefined && { expected }),
    ...(fix && { fix }),
    links: { about: absoluteLink(links?.about ?? errorPage(code), baseUrl) },
  };
}

/** Of a code of the registry that no rule of the linter has. */
function errorPage(code: string): string {
  return `/docs/errors#${code}`;
}

/** Adds the places in the file, and what mends them, to the problems that the registry names. */
export async function locatingProblems<Result>(
  file: DefinitionFile,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOfFile = failureOf(error).exitCode === exitCodes.refused;
    if (!(error instanceof PlatformError) || !isOfFile) throw error;
    // Loaded here, because a command that succeeds needs no rules of the linter.
    const { findingsOf, inspectDefinition } = await import('@app-platform/app-definition');
    const known = inspectDefinition(file.value).errors;
    // The client's type describes the same records.
    const problems = error.errors as Parameters<typeof findingsOf>[0];
    const located = findingsOf(problems, Object(file.value)).map((one, index) => {
      // The registry names a code for all rules of validation. The linter knows which rule it is.
      const same = known.find((finding) => isSameProblem(finding, one));
      return locatedFinding(same ?? { ...one, links: error.errors[index]?.links }, file, '');
    });
    throw located.length > 0 ? new CommandFailure(exitCodes.refused, located) : error;
  }
}

function isSameProblem(one: Finding, other: Finding): boolean {
  return (
    one.code === other.code &&
    one.detail === other.detail &&
    isDeepStrictEqual(one.source, other.source)
  );
}

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
  file: Pick<DefinitionFile, 'name' | 'text' | 'value'>,
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

function findingText(finding: LocatedFinding, file: Pick<DefinitionFile, 'name' | 'text'>): string {
  const { severity, code, rule = code, detail, pointer, line, column, fix } = finding;
  const place = placeOf({ file: file.name, line, column, pointer });
  const frame = codeFrame(file.text, finding);
  return [
    `${place} ${severity} ${rule}: ${detail}`,
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

type Marked = { line?: number | undefined; column?: number | undefined };

/** The lines around a place of a text, with a mark below it; nothing without a place or a text. */
function codeFrame(text: string, { line, column }: Marked): string {
  if (line === undefined || text === '') return '';
  const start = column === undefined ? { line } : { line, column };
  return codeFrameColumns(text, { start }, { linesAbove: 1, linesBelow: 1 });
}

type Fault = Omit<JsonFault, 'line' | 'column'> & Partial<Pick<JsonFault, 'line' | 'column'>>;

/** The failure of a command whose definition cannot be read. @param text supplies the lines around each fault */
export function refusedText(name: string, text: string, faults: readonly Fault[]): CommandFailure {
  const redact = redactionFor(recovered(text), ...stringsOf(text));
  const errors = faults.map(({ code, detail, pointer, line, column }) => ({
    severity: 'error' as const,
    code,
    detail: redact(detail),
    pointer: redact(pointer),
    line,
    column,
    file: name,
    links: { about: errorPage(code) },
  }));
  const file = { name, text: redact(text), value: undefined };
  const shown = findingsText({ errors, warnings: [] }, file);
  return new CommandFailure(exitCodes.refused, errors, null, shown);
}

/** Parses the valid parts of a text. The parser recurses and fails on deep nesting. */
function recovered(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Every string with its key: of a repeated key, `recovered` has the last value only. */
function stringsOf(text: string): Record<string, string>[] {
  const scanner = createScanner(text);
  const members: Record<string, string>[] = [];
  let key = '';
  let last = '';
  for (;;) {
    scanner.scan();
    const first = text.charAt(scanner.getTokenOffset());
    if (first === '') return members;
    if (first === ':') key = last;
    if (first !== '"') continue;
    last = scanner.getTokenValue();
    members.push({ [key]: last });
  }
}

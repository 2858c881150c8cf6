import { relative, resolve, sep } from 'node:path';
import { type PlacedFinding, toSarif } from '@app-platform/app-definition';
import { exitCodes, failureOf, forPrograms, type ReportedError } from '../failure.ts';
import type { Outcome } from '../run-command.ts';

type CheckedFile = { warnings: ReportedError[]; excused: ReportedError[] };

/**
 * The findings of a check as a log of SARIF.
 * @param folder that the addresses of files are relative to
 * @throws CommandFailure if a definition could not be checked, for example since the registry did not answer
 */
export async function sarifOutcome(
  checked: Promise<Outcome>,
  folder: string,
  baseUrl: string,
): Promise<Outcome> {
  const { data, errors, exitCode } = await settled(checked);
  const files = filesOf(data);
  const findings = [
    ...errors.map((one) => ({ severity: 'error', ...one })),
    ...files.flatMap(({ warnings, excused }) => [...warnings, ...excused]),
  ];
  const log = toSarif(findings.map((one) => placed(one, folder, baseUrl)));
  return { data, text: JSON.stringify(log, null, 2), exitCode };
}

async function settled(checked: Promise<Outcome>) {
  try {
    return { errors: [], exitCode: exitCodes.done, data: (await checked).data };
  } catch (error) {
    const failure = failureOf(error);
    if (failure.exitCode !== exitCodes.refused) throw failure;
    return failure;
  }
}

function filesOf(data: unknown): CheckedFile[] {
  if (data === null) return [];
  return (data as { files?: CheckedFile[] }).files ?? [data as CheckedFile];
}

function placed(finding: ReportedError, folder: string, baseUrl: string): PlacedFinding {
  const { line, column, file, pointer, rule, links, ...more } = forPrograms(finding, baseUrl);
  return {
    ...(more as object as PlacedFinding),
    rule,
    title: rule,
    source: { pointer: pointer ?? '' },
    links,
    uri: file && uriOf(file, folder),
    // Code scanning requires a line. TypeScript files have none.
    position: { line: line ?? 1, column: column ?? 1 },
  };
}

function uriOf(file: string, folder: string): string {
  const path = relative(folder, resolve(folder, file));
  return path.split(sep).map(encodeURIComponent).join('/');
}

import { readFile } from 'node:fs/promises';
import { basename, extname, isAbsolute, join } from 'node:path';
import { type Position, redactionFor } from '@app-platform/app-definition';
import { locator } from '@app-platform/app-definition/locate';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { hasCode } from '../error-code.ts';
import { CommandFailure, exitCodes, refused } from '../failure.ts';
import { codeFrame } from '../output/code-frame.ts';
import { loadTypescript } from './load-typescript.ts';

const usualFiles = ['app.json', 'app.jsonc', 'app.ts'];

export type DefinitionFile = {
  path: string;
  /** As the developer named it. */
  name: string;
  text: string;
  value: unknown;
  /** The place of a value; nothing in a TypeScript file, which computes its values. */
  locate: (pointer: string) => Position | undefined;
};

/**
 * Reads a definition in JSON, JSONC or TypeScript.
 * @param name the file; without it the only one of the usual names in the folder
 * @throws CommandFailure naming the file and the place of a syntax error
 */
export async function readDefinitionFile(
  folder: string,
  name: string | undefined,
): Promise<DefinitionFile> {
  const found = name === undefined ? await findUsualFile(folder) : name;
  const path = isAbsolute(found) ? found : join(folder, found);
  const text = await readText(path);
  if (text === undefined) throw missingFile(found);
  const file = { path, name: found, text };
  if (['.ts', '.mts'].includes(extname(path))) {
    return { ...file, value: await loadTypescript(path, found), locate: () => undefined };
  }
  return { ...file, value: parseText(text, found), locate: locator(text) };
}

async function findUsualFile(folder: string): Promise<string> {
  const texts = await Promise.all(usualFiles.map((name) => readText(join(folder, name))));
  const present = usualFiles.filter((_, index) => texts[index] !== undefined);
  const [first = usualFiles[0] ?? ''] = present;
  if (present.length > 1) {
    throw refused(
      'ambiguous_file',
      `There are ${present.join(' and ')}. Name the one that you mean, for example: apps validate ${first}`,
    );
  }
  return first;
}

function missingFile(name: string): CommandFailure {
  const advice = usualFiles.includes(basename(name))
    ? 'Run apps init to write one, or name your file.'
    : 'Check the path.';
  return refused('missing_file', `There is no file ${name}. ${advice}`);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw refused('unreadable_file', `${path} cannot be read: ${error}`);
  }
}

function parseText(text: string, name: string): unknown {
  const faults: ParseError[] = [];
  const value: unknown = parse(text, faults, { allowTrailingComma: true });
  const [fault] = faults;
  if (!fault) return value;
  const lines = text.slice(0, fault.offset).split(/\r\n|\n|\r/);
  const reason = printParseErrorCode(fault.error)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  // The value holds what could be read, and with it the secrets.
  const shown = redactionFor(value)(text);
  const place = { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  const detail = `${name} is no JSON: ${reason}. Correct the text at this place.`;
  throw new CommandFailure(
    exitCodes.refused,
    [{ code: 'invalid_json', detail, ...place }],
    null,
    `${name}:${place.line}:${place.column} ${detail}\n${codeFrame(shown, place)}`,
  );
}

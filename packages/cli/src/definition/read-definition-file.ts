import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { locator } from '@app-platform/app-definition/locate';
import { decodeUtf8, readJsonText } from '@app-platform/json';
import { refused } from '../failure.ts';
import type { CommandContext } from '../run-command.ts';
import type { DefinitionFile } from './definition-file.ts';
import { type DefinitionPlace, findDefinition } from './find-definition.ts';
import { refusedText } from './findings.ts';
import { readTypescript } from './read-typescript.ts';

/** Standard input, where a file is named. */
export const STANDARD_INPUT = '-';

/**
 * Reads a definition in JSON, JSONC or TypeScript.
 * @param name a file, a folder that holds one of the usual names, or `-`; the working folder without it
 * @param onModule called with each file that a TypeScript definition imports
 * @throws CommandFailure with the place of each syntax error, and of each value that would not be
 *   registered as it is written
 */
export async function readDefinitionFile(
  { folder, readInput }: Pick<CommandContext, 'folder' | 'readInput'>,
  name: string | undefined,
  onModule: (path: string) => void = () => undefined,
): Promise<DefinitionFile> {
  if (name === STANDARD_INPUT) return readJson({ path: name, name }, await readInput());
  const place = await findDefinition(folder, name);
  const bytes = await readBytes(place);
  if (!['.ts', '.mts'].includes(extname(place.path))) return readJson(place, bytes);
  return readTypescript({ ...place, text: decoded(place, bytes) }, onModule);
}

function readJson(place: DefinitionPlace, bytes: Uint8Array): DefinitionFile {
  const text = decoded(place, bytes);
  const result = readJsonText(text, { comments: true, everyFault: true });
  if (!result.ok) throw refusedText(place.name, text, result.faults);
  return { ...place, text, json: result.text, value: result.value, locate: locator(text) };
}

function decoded({ name }: DefinitionPlace, bytes: Uint8Array): string {
  const result = decodeUtf8(bytes);
  if (result.ok) return result.text;
  throw refusedText(name, '', result.faults);
}

async function readBytes({ path, name }: DefinitionPlace): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (error) {
    throw refused('unreadable_file', `${path} cannot be read: ${error}`, { file: name });
  }
}

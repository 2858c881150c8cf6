import { readJsonText } from '@app-platform/json';
import { refused } from '../failure.ts';
import type { DefinitionFile } from './definition-file.ts';
import { refusedText } from './findings.ts';
import { runTypescript } from './run-typescript.ts';

/**
 * Runs a TypeScript file.
 * @param onModule called with each file that it imports
 * @throws CommandFailure if it exports no definition
 */
export async function readTypescript(
  file: Pick<DefinitionFile, 'path' | 'name' | 'text'>,
  onModule: (path: string) => void,
): Promise<DefinitionFile> {
  const json = jsonOf(await exportedBy(file, onModule), file.name);
  const result = readJsonText(json);
  if (result.ok) return { ...file, json, value: result.value, locate: () => undefined };
  const withoutPlaces = result.faults.map(({ code, detail, pointer }) => ({
    code,
    detail,
    pointer,
  }));
  throw refusedText(file.name, '', withoutPlaces);
}

/**
 * The JSON of a computed value.
 * @throws CommandFailure for what JSON.stringify would replace or leave out
 */
function jsonOf(value: unknown, name: string): string {
  try {
    return JSON.stringify(value, requireJson);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused('invalid_module', `${name} exports no JSON: ${reason}`, { file: name });
  }
}

/** Undefined is allowed in objects: an optional property is left out. */
function requireJson(this: unknown, key: string, value: unknown): unknown {
  const isLost =
    ['bigint', 'function', 'symbol'].includes(typeof value) ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    (value === undefined && Array.isArray(this));
  if (!isLost) return value;
  const place = key === '' ? 'the definition' : `'${key}'`;
  const found = typeof value === 'number' ? String(value) : typeof value;
  throw new TypeError(
    `${place} is ${found}. Write a string, a finite number, an array or an object.`,
  );
}

/** The default export, or the only one. */
async function exportedBy(
  { path, name }: Pick<DefinitionFile, 'path' | 'name'>,
  onModule: (path: string) => void,
): Promise<unknown> {
  let exported: Record<string, unknown>;
  try {
    exported = await runTypescript(path, onModule);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused('invalid_module', `${name} cannot be run: ${reason}`, { file: name });
  }
  const values = Object.values(exported);
  const value = exported.default ?? (values.length === 1 ? values[0] : undefined);
  if (value !== undefined) return value;
  throw refused(
    'invalid_module',
    `${name} exports no definition. End it with: export default defineApp({ … })`,
    { file: name },
  );
}

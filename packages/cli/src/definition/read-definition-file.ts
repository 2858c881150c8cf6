import { existsSync, unwatchFile, watchFile as watchStatus } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, extname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locator } from '@app-platform/app-definition/locate';
import { decodeUtf8, readJsonText } from '@app-platform/json';
import { type CommandFailure, hasCode, refused } from '../failure.ts';
import type { DefinitionFile } from './definition-file.ts';
import { refusedText } from './findings.ts';

const usualFiles = ['app.json', 'app.jsonc', 'app.ts'];

/**
 * Reads a definition in JSON, JSONC or TypeScript.
 * @param name the file; without it the only one of the usual names in the folder
 * @throws CommandFailure with the place of each syntax error, and of each value that would not be
 *   registered as it is written
 */
export async function readDefinitionFile(
  folder: string,
  name: string | undefined,
): Promise<DefinitionFile> {
  const found = name === undefined ? await findUsualFile(folder) : name;
  const path = isAbsolute(found) ? found : join(folder, found);
  const bytes = await readBytes(path);
  if (bytes === undefined) throw missingFile(found);
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw refusedText(found, '', decoded.faults);
  const file = { path, name: found, text: decoded.text };
  if (['.ts', '.mts'].includes(extname(path))) return readTypescript(file);
  const result = readJsonText(file.text, { comments: true, everyFault: true });
  if (!result.ok) throw refusedText(found, file.text, result.faults);
  return { ...file, json: result.text, value: result.value, locate: locator(file.text) };
}

async function readTypescript(
  file: Pick<DefinitionFile, 'path' | 'name' | 'text'>,
): Promise<DefinitionFile> {
  const json = jsonOf(await loadTypescript(file.path, file.name), file.name);
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
    throw refused('invalid_module', `${name} exports no JSON: ${reason}`);
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

async function findUsualFile(folder: string): Promise<string> {
  const contents = await Promise.all(usualFiles.map((name) => readBytes(join(folder, name))));
  const present = usualFiles.filter((_, index) => contents[index] !== undefined);
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

async function readBytes(path: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw refused('unreadable_file', `${path} cannot be read: ${error}`);
  }
}

/**
 * Runs a TypeScript file, also on a Node.js without type stripping.
 * @returns its default export, or its only export
 */
async function loadTypescript(path: string, name: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const jiti = createJiti(import.meta.url, {
    moduleCache: false,
    fsCache: false,
    interopDefault: false,
    alias: { '@app-platform/cli': defineAppModule() },
  });
  let exported: Record<string, unknown>;
  try {
    exported = await jiti.import<Record<string, unknown>>(path);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refused('invalid_module', `${name} cannot be run: ${reason}`);
  }
  const values = Object.values(exported);
  const value = exported.default ?? (values.length === 1 ? values[0] : undefined);
  if (value !== undefined) return value;
  throw refused(
    'invalid_module',
    `${name} exports no definition. End it with: export default defineApp({ … })`,
  );
}

/** The module of `defineApp`: beside the bundle, or beside this source. */
function defineAppModule(): string {
  const bundled = fileURLToPath(new URL('./define-app.js', import.meta.url));
  return existsSync(bundled) ? bundled : fileURLToPath(new URL('./define-app.ts', import.meta.url));
}

const INTERVAL_MILLISECONDS = 200;

/**
 * Runs once, and again after every change of a file, one run at a time. Polls, because editors replace files
 * in ways that other watching misses. Never ends by itself.
 */
export async function watchFile(path: string, run: () => Promise<void>): Promise<never> {
  let isStale = true;
  let wake = () => {};
  watchStatus(path, { interval: INTERVAL_MILLISECONDS }, () => {
    isStale = true;
    wake();
  });
  try {
    for (;;) {
      if (isStale) {
        isStale = false;
        await run();
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unwatchFile(path);
  }
}

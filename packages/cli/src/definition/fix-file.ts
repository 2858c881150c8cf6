import { readFile, writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  applyJsonPatch,
  type Finding,
  inspectDefinition,
  type JsonPatchOperation,
} from '@app-platform/app-definition';
import { patchedText } from '@app-platform/app-definition/patched-text';
import { readJsonText } from '@app-platform/json';
import { refused } from '../failure.ts';
import type { DefinitionFile } from './definition-file.ts';

/** Bounds the work: each fix reads the definition again. */
const MOST_FIXES = 100;

/**
 * Carries out the fixes of the linter in a file, and keeps its comments.
 * @returns the rules, in the order of their fixes
 * @throws CommandFailure for a TypeScript file, which computes its values
 */
export async function fixFile(file: DefinitionFile): Promise<string[]> {
  if (/\.m?ts$/.test(file.path)) {
    throw refused('not_json', `${file.name} computes its values. Correct it by hand.`);
  }
  const rules: string[] = [];
  let text = file.text;
  for (let fixed = nextFix(text); fixed && rules.length < MOST_FIXES; fixed = nextFix(text)) {
    rules.push(fixed.rule);
    text = fixed.text;
  }
  if (rules.length > 0) await writeFile(file.path, (await byteOrderMarkOf(file)) + text);
  return rules;
}

/** The text of a definition has none. */
async function byteOrderMarkOf({ path }: DefinitionFile): Promise<string> {
  const mark = '\uFEFF';
  return (await readFile(path, 'utf8')).startsWith(mark) ? mark : '';
}

/** The text after the first fix that can be carried out in it. */
function nextFix(text: string): { rule: string; text: string } | undefined {
  const read = readJsonText(text, { comments: true });
  if (!read.ok) return undefined;
  const { errors, warnings } = inspectDefinition(read.value);
  for (const { rule, fix } of [...errors, ...warnings] as Finding[]) {
    const changed = fix && patched(text, fix);
    if (!changed) continue;
    const after = readJsonText(changed, { comments: true });
    if (after.ok && isDeepStrictEqual(after.value, applyJsonPatch(read.value, fix))) {
      return { rule, text: changed };
    }
  }
  return undefined;
}

/** Undefined where the text has no such place. */
function patched(text: string, fix: readonly JsonPatchOperation[]): string | undefined {
  try {
    return patchedText(text, fix);
  } catch {
    return undefined;
  }
}

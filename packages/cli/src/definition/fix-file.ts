import { writeFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  applyJsonPatch,
  type Finding,
  inspectDefinition,
  type JsonPatchOperation,
  pathOf,
} from '@app-platform/app-definition';
import { readJsonText } from '@app-platform/json';
import {
  applyEdits,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';
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
  if (rules.length > 0) await writeFile(file.path, text);
  return rules;
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

function patched(text: string, operations: readonly JsonPatchOperation[]): string | undefined {
  let result: string | undefined = text;
  for (const one of operations) result = result === undefined ? undefined : edited(result, one);
  return result;
}

function edited(text: string, { op, path, from, value }: JsonPatchOperation): string | undefined {
  const tree = parseTree(text);
  if (!tree) return undefined;
  if (op === 'remove') return withValue(text, tree, path, undefined);
  if (from === undefined) return withValue(text, tree, path, value, op === 'add');
  const source = findNodeAtLocation(tree, locationOf(tree, from));
  if (!source) return undefined;
  const moved: unknown = getNodeValue(source);
  const without = op === 'move' ? withValue(text, tree, from, undefined) : text;
  const rest = parseTree(without);
  return rest && withValue(without, rest, path, moved, true);
}

function withValue(
  text: string,
  tree: Node,
  path: string,
  value: unknown,
  isArrayInsertion = false,
) {
  const formattingOptions = {
    insertSpaces: !/^\t/m.test(text),
    tabSize: /^ +/m.exec(text)?.[0].length ?? 2,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const edits = modify(text, locationOf(tree, path), value, {
    formattingOptions,
    isArrayInsertion,
  });
  return applyEdits(text, edits);
}

/** A pointer as jsonc-parser has it: an index of an array is a number. */
function locationOf(tree: Node, pointer: string): JSONPath {
  const location: JSONPath = [];
  for (const token of pathOf(pointer)) {
    const isIndex = findNodeAtLocation(tree, location)?.type === 'array' && /^\d+$/.test(token);
    location.push(isIndex ? Number(token) : token);
  }
  return location;
}

import {
  applyEdits,
  type Edit,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  modify,
  type Node,
  parseTree,
} from 'jsonc-parser';
import type { JsonPatchOperation } from './json-patch.ts';
import { pathOf } from './json-pointer.ts';

/**
 * Applies a fix to the text of a definition. Everything else stays as its author wrote it.
 * @throws if the text has no such place
 */
export function patchedText(text: string, operations: readonly JsonPatchOperation[]): string {
  return operations.reduce(applied, text);
}

function applied(text: string, { op, path, from = '', value }: JsonPatchOperation): string {
  if (op === 'add') return changed(text, path, value, true);
  if (op === 'replace') return changed(text, path, value);
  if (op === 'remove') return removed(text, path);
  const rename = op === 'move' ? renamed(text, from, path) : undefined;
  if (rename) return applyEdits(text, [rename]);
  const [, source] = placeOf(text, from);
  if (!source) throw new Error(`The text has no ${from}.`);
  const rest = op === 'move' ? removed(text, from) : text;
  return changed(rest, path, getNodeValue(source), true);
}

function changed(text: string, pointer: string, value: unknown, isInsertion = false): string {
  const [path] = placeOf(text, pointer);
  const isArrayInsertion = isInsertion && typeof path.at(-1) === 'number';
  return applyEdits(text, modify(text, path, value, { ...formattingOf(text), isArrayInsertion }));
}

/** Not `modify`, which leaves a broken text where the last element of an array goes. */
function removed(text: string, pointer: string): string {
  const [, value] = placeOf(text, pointer);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  const index = node ? siblings.indexOf(node) : -1;
  if (!node || index < 0) throw new Error(`The text has no ${pointer}.`);
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  const start = before && !after ? endOf(before) : node.offset;
  return text.slice(0, start) + text.slice(after ? after.offset : endOf(node));
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** A property that only gets another name keeps its place. */
function renamed(text: string, from: string, to: string): Edit | undefined {
  const parentOf = (pointer: string) => pointer.slice(0, pointer.lastIndexOf('/'));
  const [, node] = placeOf(text, from);
  const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  if (!key || parentOf(from) !== parentOf(to)) return undefined;
  return { offset: key.offset, length: key.length, content: JSON.stringify(pathOf(to).at(-1)) };
}

/** The path in the text's own terms, where the elements of arrays have numbers. */
function placeOf(text: string, pointer: string): [path: JSONPath, node: Node | undefined] {
  const path: JSONPath = [];
  let node = parseTree(text, [], { allowTrailingComma: true });
  for (const token of pathOf(pointer)) {
    const isElement = node?.type === 'array';
    const segment = isElement ? (token === '-' ? -1 : Number(token)) : token;
    path.push(segment);
    node = node && findNodeAtLocation(node, [segment]);
  }
  return [path, node];
}

function formattingOf(text: string) {
  const insertSpaces = !/^\t/m.test(text);
  const tabSize = /^ +/m.exec(text)?.[0].length ?? 2;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { formattingOptions: { insertSpaces, tabSize, eol } };
}

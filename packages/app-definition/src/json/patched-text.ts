import {
  applyEdits,
  createScanner,
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
  const [path, node] = placeOf(text, pointer);
  const key = path.at(-1);
  if (node && !(isInsertion && typeof key === 'number')) return replaced(text, node, value);
  const [, object] = placeOf(text, parentOf(pointer));
  const last = object?.type === 'object' ? object.children?.at(-1) : undefined;
  if (last) return inserted(text, last, `${JSON.stringify(key)}: `, value);
  const isArrayInsertion = isInsertion && typeof key === 'number';
  return applyEdits(text, modify(text, path, value, { ...formattingOf(text), isArrayInsertion }));
}

function replaced(text: string, { offset, length }: Node, value: unknown): string {
  const content = valueText(text, value, indentAt(text, offset));
  return applyEdits(text, [{ offset, length, content }]);
}

/** Adds a property after the last one, and after the comment on its line. */
function inserted(text: string, last: Node, key: string, value: unknown): string {
  const comma = commaAfter(text, last);
  const end = comma === undefined ? endOf(last) : comma + 1;
  const before = comma === undefined ? [{ offset: end, length: 0, content: ',' }] : [];
  const trailing = comma === undefined ? '' : ',';
  const line = lineOf(text, last.offset, end);
  if (!line) {
    const content = ` ${key}${JSON.stringify(value)}${trailing}`;
    return applyEdits(text, [...before, { offset: end, length: 0, content }]);
  }
  const indent = text.slice(line.start, last.offset);
  const { eol } = formattingOf(text).formattingOptions;
  const content = `${eol}${indent}${key}${valueText(text, value, indent)}${trailing}`;
  return applyEdits(text, [...before, { offset: line.end, length: 0, content }]);
}

/** Not `modify`, which removes comments beside the value, and leaves a broken text at the end of an array. */
function removed(text: string, pointer: string): string {
  const [, value] = placeOf(text, pointer);
  const node = value?.parent?.type === 'property' ? value.parent : value;
  const siblings = node?.parent?.children ?? [];
  const index = node ? siblings.indexOf(node) : -1;
  if (!node || index < 0) throw new Error(`The text has no ${pointer}.`);
  const before = siblings[index - 1];
  const comma = commaAfter(text, node);
  const commaBefore = comma === undefined && before ? commaAfter(text, before) : undefined;
  const end = comma === undefined ? endOf(node) : comma + 1;
  return applyEdits(text, [
    ...(commaBefore === undefined ? [] : [removal(commaBefore, commaBefore + 1)]),
    removalOf(text, node.offset, end, commaBefore),
  ]);
}

/** Removes whole lines where nothing else is on them but a comment. */
function removalOf(
  text: string,
  start: number,
  end: number,
  commaBefore: number | undefined,
): Edit {
  const line = lineOf(text, start, end);
  if (line) return removal(line.start, line.next);
  const isLast = commaBefore !== undefined;
  const spaces = /[ \t]*/y;
  spaces.lastIndex = end;
  const after = isLast ? '' : (spaces.exec(text)?.[0] ?? '');
  const earlier = isLast ? (/[ \t]*$/.exec(text.slice(commaBefore + 1, start))?.[0] ?? '') : '';
  return removal(start - earlier.length, end + after.length);
}

const removal = (start: number, end: number): Edit => ({
  offset: start,
  length: end - start,
  content: '',
});

/** The lines of a part of the text, if nothing but a comment after it is on them. */
function lineOf(text: string, start: number, end: number) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (text.slice(lineStart, start).trim() !== '') return undefined;
  const rest = /[ \t]*(?:\/\*(?:[^*\n]|\*(?!\/))*\*\/[ \t]*)*(?:\/\/[^\r\n]*)?(?=(\r?\n)|$)/y;
  rest.lastIndex = end;
  const found = rest.exec(text);
  if (!found) return undefined;
  const [comment, lineEnd = ''] = found;
  const restEnd = end + comment.length;
  return { start: lineStart, end: restEnd, next: restEnd + lineEnd.length };
}

/** The offset of the comma that follows a value, behind comments. */
function commaAfter(text: string, node: Node): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(endOf(node));
  scanner.scan();
  const offset = scanner.getTokenOffset();
  return text[offset] === ',' ? offset : undefined;
}

/** A value on lines of its own, as far in as its property. */
function valueText(text: string, value: unknown, indent: string): string {
  const { insertSpaces, tabSize, eol } = formattingOf(text).formattingOptions;
  const unit = insertSpaces ? ' '.repeat(tabSize) : '\t';
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

function indentAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? '';
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** A property that only gets another name keeps its place. */
function renamed(text: string, from: string, to: string): Edit | undefined {
  const [, node] = placeOf(text, from);
  const key = node?.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  if (!key || parentOf(from) !== parentOf(to)) return undefined;
  return { offset: key.offset, length: key.length, content: JSON.stringify(pathOf(to).at(-1)) };
}

function parentOf(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
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

import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { pathOf } from '../json/json-pointer.ts';
import type { Position } from './to-sarif.ts';

/** Finds a value in JSON or JSONC text. A missing value has the place of the object or array that would hold it. */
export function locate(text: string, pointer: string): Position | undefined {
  return locator(text)(pointer);
}

/** As `locate`, for many pointers into one text. */
export function locator(text: string): (pointer: string) => Position | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const lineStarts = lineStartsOf(text);
  return (pointer) => root && positionAt(nearestNode(root, pathOf(pointer)).offset, lineStarts);
}

/** The place of a property is its name; that of an element is its value. */
function nearestNode(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const token of path) {
    const segment = node.type === 'array' ? Number(token) : token;
    const child = Number.isNaN(segment) ? undefined : findNodeAtLocation(node, [segment]);
    if (child === undefined) break;
    node = child;
  }
  return node.parent?.type === 'property' ? node.parent : node;
}

function lineStartsOf(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
}

function positionAt(offset: number, lineStarts: readonly number[]): Position {
  const next = lineStarts.findIndex((start) => start > offset);
  const line = next === -1 ? lineStarts.length : next;
  return { line, column: offset - (lineStarts[line - 1] ?? 0) + 1 };
}

import { applyPatch, type Operation } from 'rfc6902';

/** An operation of RFC 6902. `test` is not needed: a fix is for the definition that it was made from. */
export type JsonPatchOperation = {
  op: 'add' | 'remove' | 'replace' | 'move' | 'copy';
  path: string;
  from?: string;
  value?: unknown;
};

/**
 * Applies the operations to a copy of the document.
 * @throws if an operation cannot be applied
 */
export function applyJsonPatch(
  document: unknown,
  operations: readonly JsonPatchOperation[],
): unknown {
  const copy: unknown = structuredClone(document);
  const [failure] = applyPatch(copy, operations as Operation[]).filter((error) => error !== null);
  if (failure !== undefined) throw failure;
  return copy;
}

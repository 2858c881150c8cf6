import type { Path } from '../json-pointer.ts';

/** A text of a definition and its place. */
export type Text = { path: Path; text: string };

/** Every text of a value, with its place. Keys are not texts. */
export function* textsOf(value: unknown, path: Path = []): Generator<Text> {
  if (typeof value === 'string') {
    yield { path, text: value };
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* textsOf(element, [...path, index]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) yield* textsOf(child, [...path, key]);
  }
}

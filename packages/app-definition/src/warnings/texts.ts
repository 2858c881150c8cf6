import type { Path } from '../json-pointer.ts';

/** A text of a definition and its place. */
export type Text = { path: Path; text: string };

/** Every text of a value, with its place. Keys are not texts. */
export function textsOf(value: unknown, path: Path = []): Text[] {
  const texts: Text[] = [];
  collectTexts(value, [...path], texts);
  return texts;
}

/** @param path of the value; the same again when the function returns */
function collectTexts(value: unknown, path: (string | number)[], texts: Text[]): void {
  if (typeof value === 'string') {
    texts.push({ path: [...path], text: value });
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      path.push(index);
      collectTexts(element, path, texts);
      path.pop();
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      path.push(key);
      collectTexts(child, path, texts);
      path.pop();
    }
  }
}

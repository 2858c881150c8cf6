import type { Path } from '../json/json-pointer.ts';
import { isJsonObject, type JsonObject, ownValue } from '../json/json-value.ts';

/** A text of a definition and its place. */
export type Text = { path: Path; text: string };

/** Every text of a value, with its place. Keys are not texts. */
export function textsOf(value: unknown, path: Path = []): Text[] {
  const texts: Text[] = [];
  collectTexts(value, [...path], texts);
  return texts;
}

/**
 * Every registration runs it. With `Object.entries` it takes twice the time.
 * @param path of the value; the same again when the function returns
 */
function collectTexts(value: unknown, path: (string | number)[], texts: Text[]): void {
  if (typeof value === 'string') {
    texts.push({ path: [...path], text: value });
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) {
      path.push(index);
      collectTexts(element, path, texts);
      path.pop();
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      path.push(key);
      collectTexts(value[key], path, texts);
      path.pop();
    }
  }
}

/** Fields of the listing in Markdown, which may hold tags of HTML. */
const markdownFields = ['description', 'instructions', 'postInstallMessage', 'changelog'];

/** The texts of a definition that are read as Markdown, with their places. */
export function* markdownTextsOf(definition: JsonObject): Generator<Text> {
  for (const name of markdownFields) yield* textsOf(ownValue(definition, name), [name]);
}

/**
 * Template expressions and placeholders: `{{…}}`, `${…}`, `<%…%>`, `{name}`, `[PLACEHOLDER]`,
 * `<your-domain>`. No alternative matches its own opening bracket again, so that the search takes
 * linear time.
 */
const placeholder = /\{\{|\$\{|<%|\{[^{}]*\}|\[[A-Za-z][^[\]]*\]|<[^<>]*>/;

/** Whether the text has placeholders, so that it cannot be checked yet. */
export function holdsPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

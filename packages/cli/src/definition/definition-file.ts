import type { Position } from '@app-platform/app-definition';

export type DefinitionFile = {
  path: string;
  /** As the developer named it. */
  name: string;
  text: string;
  /** What is sent: the text without comments and trailing commas, or the JSON of a computed value. */
  json: string;
  /** The value of `json`. */
  value: unknown;
  /** The place of a value; undefined in a TypeScript file, which computes its values. */
  locate: (pointer: string) => Position | undefined;
};

/** The body of a request: the text as written, not the parsed value. */
export function bodyOf({ json }: DefinitionFile) {
  return { body: json as never, bodySerializer: String };
}

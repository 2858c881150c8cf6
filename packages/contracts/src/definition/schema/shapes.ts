/** Small pieces that the parts of the schema are written with. */

export type Schema = Record<string, unknown>;

export function text(description: string, more: Schema = {}): Schema {
  return { type: 'string', description, ...more };
}

export function list(items: Schema, description: string, more: Schema = {}): Schema {
  return { type: 'array', items, description, ...more };
}

/** An object with known fields, all optional unless named; what it does not know it keeps untouched. */
export function record(
  properties: Record<string, Schema>,
  description: string,
  more: Schema = {},
): Schema {
  return { type: 'object', properties, description, ...more };
}

/** A field that holds any JSON. */
export function anything(description: string): Schema {
  return { description };
}

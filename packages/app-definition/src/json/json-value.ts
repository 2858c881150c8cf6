export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An own property, never one of the prototype: a definition may have the key `constructor`. */
export function ownValue(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The elements of an array; empty for any other value. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The properties of an object; empty for any other value. */
export function propertiesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isJsonObject(value) ? Object.entries(value) : [];
}

/** The value's type in a sentence. */
export function describeType(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'missing';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Bounds the response: a string in a definition can have a mebibyte. */
const quoteMaxLength = 40;

/** The value as shown in a message: shortened, with control characters escaped. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') {
    return typeof value === 'object' ? describeType(value) : String(value);
  }
  if (value.length <= quoteMaxLength) return JSON.stringify(value);
  return JSON.stringify(`${value.slice(0, quoteMaxLength)}…`);
}

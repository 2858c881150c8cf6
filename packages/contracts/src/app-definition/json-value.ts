export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object's own property, never one of its prototype: a definition may name `constructor`. */
export function ownValue(value: unknown, key: string): unknown {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The elements where the value is an array, nothing where it is not. */
export function elementsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The properties where the value is an object, nothing where it is not. */
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

/** No answer repeats more of a value than this; a definition may be a mebibyte of one string. */
const quoteMaxLength = 40;

/** The value as a sentence may repeat it: short, and with no character that breaks a log. */
export function quote(value: unknown): string {
  if (typeof value !== 'string') {
    return typeof value === 'object' ? describeType(value) : String(value);
  }
  if (value.length <= quoteMaxLength) return JSON.stringify(value);
  return JSON.stringify(`${value.slice(0, quoteMaxLength)}…`);
}

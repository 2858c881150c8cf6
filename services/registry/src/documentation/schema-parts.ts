/* Forms that several answers share. */

/** An answer whose `data` is no record. */
export function dataOf(properties: Record<string, object>, optional: string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const data = { type: 'object', required, properties };
  return { type: 'object', required: ['data'], properties: { data } };
}

/** An object whose properties are required. */
export function item(properties: Record<string, object>, optional: string[] = []) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', required, properties };
}

export const textOrNull = (description: string) => ({ type: ['string', 'null'], description });

/** What of JSON Schema the descriptions of the APIs use. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** A schema as one line for each field, indented below the field that holds it. */
export function fieldLines(schema: Schema, indent = ''): string[] {
  const { properties = {}, required = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const facts = [
      typeOf(field),
      ...(required.includes(name) ? ['required'] : []),
      ...limits(field),
    ];
    return [
      `${indent}- \`${name}\` (${facts.join(', ')})${sentence(field.description)}`,
      ...fieldLines(field, `${indent}  `),
    ];
  });
  return [...own, ...partsOf(schema).flatMap((part) => fieldLines(part, indent))];
}

/** The schemas inside of one whose fields are shown in its place. */
function partsOf({ items, additionalProperties, anyOf, oneOf, allOf }: Schema): Schema[] {
  const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
  return [...(items ? [items] : []), ...values, ...(anyOf ?? oneOf ?? allOf ?? [])];
}

/** For example `list of string`, `Plan or null`, `"private" or "public"`. */
export function typeOf(schema: Schema): string {
  const { $ref, type, items, additionalProperties, anyOf, oneOf, allOf } = schema;
  const choices = schema.const === undefined ? schema.enum : [schema.const];
  if ($ref) return $ref.split('/').at(-1) ?? '';
  if (choices) return choices.map((one) => `\`${JSON.stringify(one)}\``).join(' or ');
  if (items && type === 'array') return `list of ${typeOf(items)}`;
  if (typeof additionalProperties === 'object' && type === 'object') {
    return `map of ${typeOf(additionalProperties)}`;
  }
  if (type !== undefined) return [type].flat().join(' or ');
  const parts = anyOf ?? oneOf ?? allOf ?? [];
  return [...new Set(parts.map(typeOf))].join(allOf ? ' and ' : ' or ') || 'any';
}

export function limits(schema: Schema): string[] {
  const { format, pattern, minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  return [
    ...(format ? [format] : []),
    ...(pattern ? [`\`${pattern}\``] : []),
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' entries'),
    ...(schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``]),
  ];
}

function range(least: number | undefined, most: number | undefined, unit: string): string[] {
  if (least === 1 && most === undefined && unit) return ['not empty'];
  if (most === undefined) return least ? [`at least ${least}${unit}`] : [];
  return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`];
}

function sentence(text: string | undefined): string {
  return text ? `: ${text.replaceAll('\n', ' ')}` : '';
}

/** A value by itself: its type, its limits, and what it is for. */
export function valueText(schema: Schema, description = schema.description, ...first: string[]) {
  return `(${[...first, typeOf(schema), ...limits(schema)].join(', ')})${sentence(description)}`;
}

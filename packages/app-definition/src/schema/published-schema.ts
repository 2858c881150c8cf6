import { appDefinitionSchema, definitionSchemaPath } from './app-definition-schema.ts';
import { annotationKeywords, type JsonSchema } from './json-schema.ts';

/** A schema of standard keywords alone, explicit enough for strict validators and code generators. */
export type PublishedSchema = { readonly [keyword: string]: unknown };

/** Keywords whose value is a schema. */
const schemaKeywords = [
  'items',
  'additionalProperties',
  'propertyNames',
  'if',
  'then',
  'else',
  'not',
];
/** Keywords whose value is a list of schemas. */
const listKeywords = ['allOf', 'anyOf', 'oneOf'];

/** Keywords that concern values of one type. */
const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  string: ['format', 'pattern', 'minLength', 'maxLength'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['required', 'properties', 'maxProperties', 'propertyNames', 'additionalProperties'],
};

/**
 * The schema of the definition as the registry publishes it.
 * @param baseUrl the registry's public address; empty for a schema with relative addresses
 */
export function publishedDefinitionSchema(baseUrl: string): PublishedSchema {
  const address = baseUrl + definitionSchemaPath;
  const { properties } = appDefinitionSchema;
  return publishedSchema({
    ...appDefinitionSchema,
    $id: address,
    properties: { ...properties, $schema: { ...properties.$schema, examples: [address] } },
  });
}

/**
 * Returns a schema that accepts the same values, without the keywords of this project. Strict
 * validators refuse a list of types, so each type becomes an alternative.
 */
export function publishedSchema(schema: JsonSchema): PublishedSchema {
  const standard = Object.entries(schema)
    .filter(([keyword]) => !(annotationKeywords as readonly string[]).includes(keyword))
    .map(([keyword, value]) => [keyword, publishedValue(keyword, value)]);
  const { type, ...rest } = Object.fromEntries(standard);
  if (Array.isArray(type)) return withAlternatives(type, rest);
  return type === undefined ? rest : { type, ...rest, ...contentOf(type, rest) };
}

function publishedValue(keyword: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (schemaKeywords.includes(keyword)) return publishedSchema(value);
  if (listKeywords.includes(keyword) && Array.isArray(value)) return value.map(publishedSchema);
  if (keyword !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, schema]) => [name, publishedSchema(schema)]),
  );
}

function withAlternatives(types: readonly string[], schema: PublishedSchema): PublishedSchema {
  const typed = types.flatMap((type) => keywordsOfType[type] ?? []);
  const isTyped = ([keyword]: [string, unknown]) => typed.includes(keyword);
  const entries = Object.entries(schema);
  const anyOf = types.map((type) => {
    const own = entries.filter(([keyword]) => keywordsOfType[type]?.includes(keyword));
    const alternative = Object.fromEntries(own);
    return { type, ...alternative, ...contentOf(type, alternative) };
  });
  return { ...Object.fromEntries(entries.filter((entry) => !isTyped(entry))), anyOf };
}

/** Code generators take an array without `items`, and an object without properties, for empty. */
function contentOf(type: unknown, schema: PublishedSchema): PublishedSchema {
  if (type === 'array' && schema.items === undefined) return { items: {} };
  const isOpen = type === 'object' && schema.additionalProperties === undefined;
  return isOpen ? { additionalProperties: true } : {};
}

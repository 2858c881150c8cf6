import type { JsonObject } from './json-value.ts';
import { appDefinitionSchema } from './schema/app-definition-schema.ts';
import { categoryTags } from './schema/directory-listing.ts';

const knownKeys = Object.keys(appDefinitionSchema.properties);

/** The definition of a version, from its record: without what the registry adds. */
export function definitionOf(attributes: JsonObject): JsonObject {
  const known = Object.entries(attributes).filter(([key]) => knownKeys.includes(key));
  return withoutOperatorTags(Object.fromEntries(known.filter(([, value]) => !isEmpty(value))));
}

/** `auth: {}` and `redirectUris: []` say nothing. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutOperatorTags(definition: JsonObject): JsonObject {
  const { tags, ...rest } = definition;
  if (!Array.isArray(tags)) return definition;
  const own = tags.filter((tag) => (categoryTags as readonly unknown[]).includes(tag));
  return own.length > 0 ? { ...definition, tags: own } : rest;
}

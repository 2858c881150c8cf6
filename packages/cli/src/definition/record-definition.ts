import { isDeepStrictEqual } from 'node:util';
import { appDefinitionSchema, categoryTags } from '@app-platform/app-definition';

type Fields = Record<string, unknown>;

const knownKeys = Object.keys(appDefinitionSchema.properties);
/** Fields that a record has even if its definition does not say. */
const filledIn = ['auth', 'redirectUris', 'identifier', 'title', 'visibility', 'roles'];

/** The definition of a version, from its record: without what the registry adds. */
export function definitionOf(attributes: Fields): Fields {
  const known = Object.entries(attributes).filter(([key]) => knownKeys.includes(key));
  return withoutOperatorTags(Object.fromEntries(known.filter(([, value]) => !isEmpty(value))));
}

/** The properties in which a file and a record differ, beside those that the registry fills in. */
export function differingProperties(file: Fields, attributes: Fields): string[] {
  const registered = definitionOf(attributes);
  const keys = new Set([...Object.keys(file), ...Object.keys(registered)]);
  return [...keys]
    .filter((key) => key !== '$schema' && (key in file || !filledIn.includes(key)))
    .filter(
      (key) => !isDeepStrictEqual(file[key], registered[key]) && !bothEmpty(file, key, registered),
    )
    .sort();
}

function bothEmpty(file: Fields, key: string, registered: Fields): boolean {
  return registered[key] === undefined && isEmpty(file[key]);
}

/** `auth: {}` and `redirectUris: []` say nothing. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function withoutOperatorTags(definition: Fields): Fields {
  const { tags, ...rest } = definition;
  if (!Array.isArray(tags)) return definition;
  const own = tags.filter((tag) => (categoryTags as readonly unknown[]).includes(tag));
  return own.length > 0 ? { ...definition, tags: own } : rest;
}

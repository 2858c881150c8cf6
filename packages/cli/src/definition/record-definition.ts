import { isDeepStrictEqual } from 'node:util';
import { definitionOf } from '@app-platform/app-definition';

type Fields = Record<string, unknown>;

/** Fields that a record has even if its definition does not say. */
const filledIn = ['auth', 'redirectUris', 'identifier', 'title', 'visibility', 'roles'];

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

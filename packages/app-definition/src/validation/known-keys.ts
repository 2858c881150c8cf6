import { distance } from 'fastest-levenshtein';
import { exactPointer } from '../json/json-pointer.ts';
import { type JsonObject, quote } from '../json/json-value.ts';
import { onlyNear } from '../names/near-name.ts';
import type { Fix } from '../rules/rule.ts';
import {
  appDefinitionSchema,
  definitionPatchSchema,
  definitionSchemaPath,
} from '../schema/app-definition-schema.ts';

const definitionKeys = Object.keys(appDefinitionSchema.properties);
const patchKeys = Object.keys(definitionPatchSchema.properties);

/** The known key with the smallest edit distance, ignoring case, if it is close enough. */
function nearestKey(unknown: string, known: readonly string[]): string | undefined {
  // Known keys have at most 20 characters, and a comparison costs the product of the lengths.
  if (unknown.length > 40) return undefined;
  let nearest: string | undefined;
  let least = Math.floor(unknown.length * 0.4) + 1;
  for (const key of known) {
    const difference = distance(unknown.toLowerCase(), key.toLowerCase());
    if (difference < least) {
      least = difference;
      nearest = key;
    }
  }
  return nearest;
}

/** Keys of the manifest that a server SDK builds its definition from. */
const manifestKeys = new Set([
  'clientId',
  'clientSecret',
  'url',
  'default',
  'system',
  'installUrl',
  'env',
]);

/** Renames a key that nearly is a known one, and removes one of another file's format. */
export function fixUnknownKey(key: string, definition: JsonObject): Fix {
  const from = exactPointer([key]);
  if (manifestKeys.has(key)) return [{ op: 'remove', path: from }];
  const meant = onlyNear(key, definitionKeys);
  if (meant === undefined || Object.hasOwn(definition, meant)) return undefined;
  return [{ op: 'move', from, path: exactPointer([meant]) }];
}

function describeManifestKey(key: string): string {
  const detail = `\`${key}\` belongs to the manifest of a server SDK, not to an app definition. Remove it.`;
  if (key !== 'clientSecret') return detail;
  return `${detail} The secret has left your server: it is a leaked secret. Generate a new one with POST /v1/apps/available/{app}/secret.`;
}

/** The message for a key that no definition has. Its value is never shown. */
export function describeUnknownKey(key: string): string {
  if (manifestKeys.has(key)) return describeManifestKey(key);
  const nearest = nearestKey(key, definitionKeys);
  return nearest === undefined
    ? `${quote(key)} is not a property of an app definition. Remove it; ${definitionSchemaPath} describes every property.`
    : `${quote(key)} is not a property of an app definition. Write \`${nearest}\` if that is what you mean, or remove it.`;
}

/** The message for a key that an update may not change. */
export function describeUnknownPatchKey(key: string): string {
  if (definitionKeys.includes(key)) {
    return `\`${key}\` cannot change without a new version. Register a new version, or update only ${patchKeys.join(', ')}.`;
  }
  if (manifestKeys.has(key)) return describeManifestKey(key);
  const nearest = nearestKey(key, patchKeys);
  return nearest === undefined
    ? `${quote(key)} is not a field that can be updated. Update only ${patchKeys.join(', ')}.`
    : `${quote(key)} is not a field that can be updated. Write \`${nearest}\` if that is what you mean, or remove it.`;
}

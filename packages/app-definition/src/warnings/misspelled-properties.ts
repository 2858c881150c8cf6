import { exactPointer, type Path } from '../json-pointer.ts';
import { isJsonObject, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import { isNear } from '../near-name.ts';
import type { Warn } from '../problem-list.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

/** Warns about names that are nearly a known one, below the top level: any name is allowed there. */
export function warnAboutMisspelledProperties(definition: JsonObject, warn: Warn): void {
  for (const [name, schema] of Object.entries<JsonSchema>(appDefinitionSchema.properties)) {
    compare(ownValue(definition, name), schema, [name], warn);
  }
}

function compare(value: unknown, schema: JsonSchema, path: Path, warn: Warn): void {
  if (Array.isArray(value)) {
    if (!schema.items) return;
    for (const [index, element] of value.entries()) {
      compare(element, schema.items, [...path, index], warn);
    }
  } else if (isJsonObject(value)) {
    compareObject(value, schema, path, warn);
    const isStandardKlass = ownValue(ownValue(value, 'metadata'), 'standard') === true;
    if (schema.then && isStandardKlass) compareObject(value, schema.then, path, warn);
  }
}

function compareObject(value: JsonObject, schema: JsonSchema, path: Path, warn: Warn): void {
  const known = schema.properties ?? {};
  for (const [key, child] of propertiesOf(value)) {
    if (Object.hasOwn(known, key)) {
      compare(child, known[key] ?? {}, [...path, key], warn);
    } else if (schema.additionalProperties) {
      compare(child, schema.additionalProperties, [...path, key], warn);
    } else {
      warnAboutName(key, value, known, [...path, key], warn);
    }
  }
}

function warnAboutName(
  key: string,
  value: JsonObject,
  known: Readonly<Record<string, JsonSchema>>,
  path: Path,
  warn: Warn,
): void {
  const meant = Object.keys(known).find((name) => !Object.hasOwn(value, name) && isNear(key, name));
  if (meant === undefined) return;
  const detail = () => `${quote(key)} is not a known name here. Write \`${meant}\` if you mean it.`;
  warn('misspelled_property', path, detail, false, () => [
    { op: 'move', from: exactPointer(path), path: exactPointer([...path.slice(0, -1), meant]) },
  ]);
}

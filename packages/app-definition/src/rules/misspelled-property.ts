import { exactPointer, type Path } from '../json/json-pointer.ts';
import { isJsonObject, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { isNear } from '../names/near-name.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import type { Report, Rule } from './rule.ts';

export const misspelledProperty: Rule = {
  name: 'misspelled-property',
  severity: 'warning',
  title: 'Misspelled property',
  warning: 'A property name is probably misspelled',
  summary: 'The name of a nested property is nearly a known one.',
  expected: 'a known name',
  warn: warnAboutMisspelledProperties,
  why: 'Other names are allowed here and stored as they are, so the known property has no value.',
  wrong: { kviews: [{ resource: 'customer', templates: '<p>Orders</p>' }] },
  right: { kviews: [{ resource: 'customer', template: '<p>Orders</p>' }] },
};

/** Warns about names that are nearly a known one, below the top level: any name is allowed there. */
function warnAboutMisspelledProperties(definition: JsonObject, report: Report): void {
  for (const [name, schema] of Object.entries<JsonSchema>(appDefinitionSchema.properties)) {
    compare(ownValue(definition, name), schema, [name], report);
  }
}

type PathOfWalk = (string | number)[];

/** @param path of the value; the same again when the function returns */
function compare(value: unknown, schema: JsonSchema, path: PathOfWalk, report: Report): void {
  if (Array.isArray(value)) {
    if (!schema.items) return;
    for (const [index, element] of value.entries()) {
      path.push(index);
      compare(element, schema.items, path, report);
      path.pop();
    }
  } else if (isJsonObject(value)) {
    compareObject(value, schema, path, report);
    const isStandardKlass = ownValue(ownValue(value, 'metadata'), 'standard') === true;
    if (schema.then && isStandardKlass) compareObject(value, schema.then, path, report);
  }
}

function compareObject(
  value: JsonObject,
  schema: JsonSchema,
  path: PathOfWalk,
  report: Report,
): void {
  const known = schema.properties ?? {};
  for (const key of Object.keys(value)) {
    const child = value[key];
    path.push(key);
    if (Object.hasOwn(known, key)) compare(child, known[key] ?? {}, path, report);
    else if (schema.additionalProperties) compare(child, schema.additionalProperties, path, report);
    else warnAboutName(key, value, known, [...path], report);
    path.pop();
  }
}

function warnAboutName(
  key: string,
  value: JsonObject,
  known: Readonly<Record<string, JsonSchema>>,
  path: Path,
  report: Report,
): void {
  const meant = Object.keys(known).find((name) => !Object.hasOwn(value, name) && isNear(key, name));
  if (meant === undefined) return;
  const detail = () => `${quote(key)} is not a known name here. Write \`${meant}\` if you mean it.`;
  const to = exactPointer([...path.slice(0, -1), meant]);
  report(misspelledProperty, path, detail, {
    fix: () => [{ op: 'move', from: exactPointer(path), path: to }],
  });
}

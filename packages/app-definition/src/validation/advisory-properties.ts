import { isJsonObject, type JsonObject, ownValue, propertiesOf } from '../json/json-value.ts';
import type { Report } from '../rules/rule.ts';
import { unexpectedValue } from '../rules/schema-errors.ts';
import { appDefinitionSchema } from '../schema/app-definition-schema.ts';
import type { JsonSchema } from '../schema/json-schema.ts';

const schemas: readonly [string, JsonSchema][] = Object.entries(appDefinitionSchema.properties);

/** Properties in which an error below the top level is a warning. */
const advisory = new Set(
  schemas.filter(([, schema]) => schema['x-advisory']).map(([name]) => name),
);

/** Maximum length of the names in the advisory properties that are maps of maps. */
const nameLimits = schemas.flatMap(([name, schema]) => {
  const limit = schema.propertyNames?.maxLength;
  return advisory.has(name) && limit !== undefined ? [{ name, limit }] : [];
});

/** Whether an error at this place is advisory: below the top level of an advisory property. */
export function isAdvisory(parent: string, child: string | undefined): boolean {
  const second = parent.indexOf('/', 1);
  if (second === -1 && child === undefined) return false;
  return advisory.has(second === -1 ? parent.slice(1) : parent.slice(1, second));
}

/**
 * Removes the entries of `settings` and `i18n` that have overlong names, before the schema check.
 * Ajv copies the name of an entry into every error below it: a name of half a mebibyte above 50,000
 * errors would take seconds.
 */
export function withoutOverlongNames(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  let visible = value;
  for (const { name, limit } of nameLimits) {
    const entries = propertiesOf(ownValue(value, name));
    const short = entries.filter(([key]) => key.length <= limit);
    if (short.length === entries.length) continue;
    visible = { ...visible, [name]: Object.fromEntries(short) };
  }
  return visible;
}

/** Warns about the entries that `withoutOverlongNames` removed. */
export function warnAboutOverlongNames(definition: JsonObject, report: Report): void {
  for (const { name, limit } of nameLimits) {
    for (const [key] of propertiesOf(ownValue(definition, name))) {
      if (key.length <= limit) continue;
      const detail = () =>
        `A name in \`${name}\` is ${key.length} characters long, so its content was not checked. Write at most ${limit} characters.`;
      report(unexpectedValue, [name, key], detail);
    }
  }
}

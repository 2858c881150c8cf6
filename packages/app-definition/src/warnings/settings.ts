import {
  describeType,
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json-value.ts';
import type { Warn } from '../problem-list.ts';
import { holdsPlaceholder } from './placeholders.ts';

/** Warns about commands that use a setting that `settings` does not declare. */
export function warnAboutUndeclaredSettings(definition: JsonObject, warn: Warn): void {
  const settings = ownValue(definition, 'settings');
  const names = new Set(
    propertiesOf(settings).flatMap(([, category]) =>
      isJsonObject(category) ? Object.keys(category) : [],
    ),
  );
  for (const [index, command] of elementsOf(ownValue(definition, 'commands')).entries()) {
    const references = elementsOf(ownValue(command, 'appSettings'));
    for (const [position, reference] of references.entries()) {
      if (typeof reference !== 'string' || holdsPlaceholder(reference)) continue;
      if (isDeclared(reference, settings, names)) continue;
      const path = ['commands', index, 'appSettings', position];
      const detail = () =>
        `The command uses the setting ${quote(reference)}, which \`settings\` does not declare. Declare it, or correct the name.`;
      warn('undeclared_setting', path, detail);
    }
  }
}

/** `name`, `category.name`, or a longer dotted form that ends in either. */
function isDeclared(reference: string, settings: unknown, names: ReadonlySet<string>): boolean {
  // A name may contain a dot.
  if (names.has(reference)) return true;
  const dot = reference.lastIndexOf('.');
  if (dot === -1) return false;
  const name = reference.slice(dot + 1);
  const before = reference.slice(0, dot);
  const category = before.slice(before.lastIndexOf('.') + 1);
  if (declares(settings, before, name) || declares(settings, category, name)) return true;
  return category !== before && names.has(name);
}

function declares(settings: unknown, category: string, name: string): boolean {
  const declared = ownValue(settings, category);
  return isJsonObject(declared) && Object.hasOwn(declared, name);
}

const typeOfSetting = new Map([
  ['string', 'string'],
  ['secret', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

/** Warns about default values of the wrong type. The value may be a secret and is not shown. */
export function warnAboutDefaultValues(definition: JsonObject, warn: Warn): void {
  for (const [categoryName, category] of propertiesOf(ownValue(definition, 'settings'))) {
    for (const [name, setting] of propertiesOf(category)) {
      const declared = ownValue(setting, 'type');
      const value = ownValue(setting, 'defaultValue');
      const expected = typeof declared === 'string' ? typeOfSetting.get(declared) : undefined;
      if (expected === undefined || !hasOtherType(value, expected)) continue;
      const detail = () =>
        `The setting ${quote(name)} is declared as a ${declared}, but its default is ${describeType(value)}. Write the default as a ${expected}.`;
      warn('setting_default_type', ['settings', categoryName, name, 'defaultValue'], detail);
    }
  }
}

function hasOtherType(value: unknown, expected: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string' && holdsPlaceholder(value)) return false;
  return typeof value !== expected;
}

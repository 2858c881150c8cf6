import { exactPointer, type Path } from '../json-pointer.ts';
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
import { textsOf } from './texts.ts';

type SettingReference = { path: Path; text: string };

/** Warns about commands and actions that use a setting that `settings` does not declare. */
export function warnAboutUndeclaredSettings(definition: JsonObject, warn: Warn): void {
  const settings = ownValue(definition, 'settings');
  const names = new Set(
    propertiesOf(settings).flatMap(([, category]) =>
      isJsonObject(category) ? Object.keys(category) : [],
    ),
  );
  for (const { path, text } of appSettingsOf(definition)) {
    if (holdsPlaceholder(text) || isDeclared(text, settings, names)) continue;
    const detail = () =>
      `The component uses the setting ${quote(text)}, which \`settings\` does not declare. Declare it, or correct the name.`;
    warn('undeclared_setting', path, detail);
  }
}

/** The settings that commands and actions ask for. */
export function* appSettingsOf(definition: JsonObject): Generator<SettingReference> {
  for (const property of ['commands', 'actions']) {
    for (const [index, component] of elementsOf(ownValue(definition, property)).entries()) {
      const path = [property, index, 'appSettings'];
      const value = ownValue(component, 'appSettings');
      for (const [position, text] of elementsOf(value).entries()) {
        if (typeof text === 'string') yield { path: [...path, position], text };
      }
      for (const [key, entry] of propertiesOf(value))
        yield* referencesOf(entry, key, [...path, key]);
    }
  }
}

/** `category: { name: true }`, `alias: { key: '<app>.<category>.<name>' }` or `alias: '<reference>'`. */
function* referencesOf(entry: unknown, key: string, path: Path): Generator<SettingReference> {
  const reference = typeof entry === 'string' ? entry : ownValue(entry, 'key');
  if (typeof reference === 'string') {
    yield { path: typeof entry === 'string' ? path : [...path, 'key'], text: reference };
    return;
  }
  for (const [name, isUsed] of propertiesOf(entry)) {
    if (isUsed !== false) yield { path: [...path, name], text: `${key}.${name}` };
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

/** `{{{settings.<category>.<name>}}}`, with two or three braces, and with the app before the category. */
export const settingInText =
  /\{\{[{#/]?\s*(?:if |unless )?settings\.([\w-]+)\.([\w-]+)(?:\.([\w-]+))?/g;

/** Components that cannot work without the URL that they call. */
const componentsThatCall = new Set<unknown>(['commands', 'outboundWebhooks', 'widgets']);

/**
 * Warns about template expressions with a setting that `settings` does not declare. Installation is
 * blocked where the expression is in a URL that a component calls.
 */
export function warnAboutSettingsInTexts(definition: JsonObject, warn: Warn): void {
  const app = ownValue(definition, 'app');
  const settings = ownValue(definition, 'settings');
  for (const { path, text } of textsOf(definition)) {
    if (!text.includes('settings.')) continue;
    const blocks = path.length === 3 && path[2] === 'url' && componentsThatCall.has(path[0]);
    for (const [, first = '', second = '', third = ''] of text.matchAll(settingInText)) {
      const [category, name] = first === app && third !== '' ? [second, third] : [first, second];
      if (declares(settings, category, name)) continue;
      const detail = () =>
        `The text uses the setting ${quote(`${category}.${name}`)}, which \`settings\` does not declare. Declare it, or correct the name.`;
      warn('undeclared_setting', path, detail, blocks);
      break;
    }
  }
}

const typeOfSetting = new Map([
  ['string', 'string'],
  ['secret', 'string'],
  ['number', 'number'],
  ['boolean', 'boolean'],
]);

const secretName = /secret|passw(?:or)?d|token|api[_-]?key|private[_-]?key|credential/i;
/** A default that is no secret: nothing, a mark for one, or an address. */
const noSecret = /^\s*$|^(?:x+|\*+|\.+|change[ _-]?me|todo|none|null|your\b.*|https?:\/\/.*)$/i;

/** Warns about unsuitable default values. The value may be a secret and is not shown. */
export function warnAboutDefaultValues(definition: JsonObject, warn: Warn): void {
  for (const [categoryName, category] of propertiesOf(ownValue(definition, 'settings'))) {
    for (const [name, setting] of propertiesOf(category)) {
      const path = ['settings', categoryName, name, 'defaultValue'];
      warnAboutDefaultType(setting, name, path, warn);
      warnAboutDefaultSecret(setting, name, path, warn);
    }
  }
}

function warnAboutDefaultType(setting: unknown, name: string, path: Path, warn: Warn): void {
  const declared = ownValue(setting, 'type');
  const value = ownValue(setting, 'defaultValue');
  const expected = typeof declared === 'string' ? typeOfSetting.get(declared) : undefined;
  if (expected === undefined || !hasOtherType(value, expected)) return;
  const detail = () =>
    `The setting ${quote(name)} is declared as a ${declared}, but its default is ${describeType(value)}. Write the default as a ${expected}.`;
  warn('setting_default_type', path, detail, false, () => {
    const converted = convertedDefault(value, expected);
    if (converted === undefined) return undefined;
    return [{ op: 'replace', path: exactPointer(path), value: converted }];
  });
}

/** Whether a setting holds a secret, by its type or its name. */
export function holdsSecret(setting: unknown, name: string): boolean {
  const isDeclared = ownValue(setting, 'type') === 'secret' || ownValue(setting, 'secret') === true;
  return isDeclared || secretName.test(name);
}

function warnAboutDefaultSecret(setting: unknown, name: string, path: Path, warn: Warn): void {
  const value = ownValue(setting, 'defaultValue');
  if (!holdsSecret(setting, name) || typeof value !== 'string') return;
  if (noSecret.test(value) || holdsPlaceholder(value)) return;
  const detail = () =>
    `The setting ${quote(name)} holds a secret, and its default is a value that every organization that sees the app can read. Leave the default empty, and replace the secret if it is a real one.`;
  warn('secret_default', path, detail, false, () => [{ op: 'remove', path: exactPointer(path) }]);
}

/** The same value in the declared type; undefined if that is not certain. */
function convertedDefault(value: unknown, expected: string): unknown {
  if (expected === 'string' && typeof value === 'number') return String(value);
  if (expected === 'number' && typeof value === 'string') {
    return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(value) ? Number(value) : undefined;
  }
  if (expected !== 'boolean') return undefined;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function hasOtherType(value: unknown, expected: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string' && holdsPlaceholder(value)) return false;
  return typeof value !== expected;
}

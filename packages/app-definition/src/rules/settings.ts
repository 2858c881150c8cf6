import type { Path } from '../json/json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json/json-value.ts';
import { holdsPlaceholder, type Text } from '../text/texts.ts';
import type { CheckContext, Report, Rule } from './rule.ts';

export const undeclaredSetting: Rule = {
  name: 'undeclared-setting',
  severity: 'warning',
  title: 'Undeclared setting',
  warning: 'A component uses a setting that the app does not declare',
  summary: 'A component uses a setting that `settings` does not declare.',
  expected: 'a declared setting',
  warn(definition, report, context) {
    warnAboutSettingsInTexts(definition, report, context);
    warnAboutUndeclaredSettings(definition, report);
  },
  why: 'A setting that is not declared has no value, and nobody can enter one.',
  wrong: {
    commands: [{ url: 'https://api.order-tracker.test/refunds', appSettings: ['shop.apiKey'] }],
  },
  right: {
    commands: [{ url: 'https://api.order-tracker.test/refunds', appSettings: ['shop.apiKey'] }],
    settings: { shop: { apiKey: { type: 'secret' } } },
  },
};

export const unusedSetting: Rule = {
  name: 'unused-setting',
  severity: 'warning',
  title: 'Unused setting',
  summary: 'No component uses a declared setting.',
  expected: 'a component that uses the setting',
  lintUnused: reportUnusedSettings,
  why: 'Administrators enter a value that nothing reads. Excuse the rule if your own server reads the setting.',
  wrong: { settings: { shop: { region: { type: 'string' } } } },
  right: {
    commands: [{ url: 'https://{{settings.shop.region}}.order-tracker.test/refunds' }],
    settings: { shop: { region: { type: 'string' } } },
  },
};

type SettingReference = { path: Path; text: string };

/** Warns about commands and actions that use a setting that `settings` does not declare. */
function warnAboutUndeclaredSettings(definition: JsonObject, report: Report): void {
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
    report(undeclaredSetting, path, detail);
  }
}

/** The settings that commands and actions ask for. */
function* appSettingsOf(definition: JsonObject): Generator<SettingReference> {
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
const settingInText = /\{\{[{#/]?\s*(?:if |unless )?settings\.([\w-]+)\.([\w-]+)(?:\.([\w-]+))?/g;

/** Components that cannot work without the URL that they call. */
const componentsThatCall = new Set<unknown>(['commands', 'outboundWebhooks', 'widgets']);

/**
 * Warns about template expressions with a setting that `settings` does not declare. Installation is
 * blocked where the expression is in a URL that a component calls.
 */
function warnAboutSettingsInTexts(
  definition: JsonObject,
  report: Report,
  { texts }: CheckContext,
): void {
  const app = ownValue(definition, 'app');
  const settings = ownValue(definition, 'settings');
  for (const { path, text } of texts) {
    if (!text.includes('settings.')) continue;
    const blocks = path.length === 3 && path[2] === 'url' && componentsThatCall.has(path[0]);
    for (const [, first = '', second = '', third = ''] of text.matchAll(settingInText)) {
      const [category, name] = first === app && third !== '' ? [second, third] : [first, second];
      if (declares(settings, category, name)) continue;
      const detail = () =>
        `The text uses the setting ${quote(`${category}.${name}`)}, which \`settings\` does not declare. Declare it, or correct the name.`;
      report(undeclaredSetting, path, detail, { blocks });
      break;
    }
  }
}

/** Reports settings that no component uses. */
function reportUnusedSettings(
  definition: JsonObject,
  report: Report,
  { texts }: CheckContext,
): void {
  const used = usedSettings(definition, texts);
  for (const [category, settings] of propertiesOf(ownValue(definition, 'settings'))) {
    for (const [name, setting] of propertiesOf(settings)) {
      if (!isJsonObject(setting) || used.has(name) || used.has(`${category}.${name}`)) continue;
      const detail = () =>
        `No component uses the setting ${quote(`${category}.${name}`)}. Use it, remove it, or say in \`meta.lint\` who reads it.`;
      report(unusedSetting, ['settings', category, name], detail);
    }
  }
}

/** As `name`, or as `category.name`. */
function usedSettings(definition: JsonObject, texts: readonly Text[]): Set<string> {
  const used = new Set<string>();
  for (const { text } of appSettingsOf(definition)) {
    const parts = text.split('.', 1000);
    used.add(text).add(parts.slice(-2).join('.'));
  }
  for (const { path, text } of texts) {
    if (path[0] === 'settings' || !text.includes('settings.')) continue;
    for (const [, first, second, third] of text.matchAll(settingInText)) {
      used.add(`${first}.${second}`).add(`${second}.${third}`);
    }
  }
  return used;
}

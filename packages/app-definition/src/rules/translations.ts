import { exactPointer, type Path } from '../json/json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json/json-value.ts';
import type { CheckContext, Report, Rule } from './rule.ts';
import { unexpectedValue } from './schema-errors.ts';
import { undeclaredSetting } from './settings.ts';

export const missingTranslation: Rule = {
  name: 'missing-translation',
  severity: 'warning',
  title: 'Missing translation',
  warning: 'A translation is missing',
  summary: 'A locale lacks a key of another locale, or a component uses a key that no locale has.',
  expected: 'the same keys in every locale',
  warn(definition, report, context) {
    warnAboutTranslations(definition, report);
    warnAboutTextKeys(definition, report, context);
  },
  why: 'Users of that locale would see the key instead of a text. Give every locale the same keys.',
  wrong: {
    i18n: { en_us: { 'orders.title': 'Orders' }, de_de: {} },
    widgets: [{ title: '{{i18n.orders.title}}', url: 'https://apps.order-tracker.test/' }],
  },
  right: {
    i18n: { en_us: { 'orders.title': 'Orders' }, de_de: { 'orders.title': 'Bestellungen' } },
    widgets: [{ title: '{{i18n.orders.title}}', url: 'https://apps.order-tracker.test/' }],
  },
};

export const unusedTranslation: Rule = {
  name: 'unused-translation',
  severity: 'warning',
  title: 'Unused translation',
  summary: 'No component uses a key of `i18n`.',
  expected: 'a component that uses the key',
  lintUnused: reportUnusedTranslations,
  why: 'A key that nothing uses is often the rest of a renamed one, and translators work for nothing.',
  wrong: { i18n: { en_us: { 'orders.title': 'Orders' } } },
  right: {
    i18n: { en_us: { 'orders.title': 'Orders' } },
    widgets: [{ title: '{{i18n.orders.title}}', url: 'https://apps.order-tracker.test/' }],
  },
};

/** How many missing keys a warning names; the others are counted. */
const namedKeys = 3;

/**
 * Warns about each locale that lacks keys of another locale, once per locale. Runs in linear time:
 * the search for missing keys skips only the locale's own keys.
 */
function warnAboutTranslations(definition: JsonObject, report: Report): void {
  const locales = propertiesOf(ownValue(definition, 'i18n')).flatMap(([locale, texts]) =>
    isJsonObject(texts) ? [{ locale, texts, count: Object.keys(texts).length }] : [],
  );
  const keys = new Set(locales.flatMap(({ texts }) => Object.keys(texts)));
  for (const { locale, texts, count } of locales) {
    const missing = keys.size - count;
    if (missing === 0) continue;
    const detail = () => {
      const named = firstMissing(keys, texts).map(quote).join(', ');
      const rest = missing > namedKeys ? ` and ${missing - namedKeys} more` : '';
      return `The locale ${quote(locale)} lacks keys that another locale has: ${named}${rest}. Add them.`;
    };
    report(missingTranslation, ['i18n', locale], detail);
  }
}

function firstMissing(keys: ReadonlySet<string>, texts: JsonObject): string[] {
  const missing: string[] = [];
  for (const key of keys) {
    if (Object.hasOwn(texts, key)) continue;
    missing.push(key);
    if (missing.length === namedKeys) break;
  }
  return missing;
}

/** Fields of components that hold a text or the key of one in `i18n`. */
const textFields = new Set<unknown>([
  'title',
  'displayName',
  'description',
  'displayEventName',
  'label',
]);
/** `{{i18n.<key>}}`, with two or three braces, and with `t` before a quoted key. */
const keyInText = /\{\{\{?\s*(?:i18n\.([\w.-]+)|t\s+["']([\w.-]+)["'])/g;

/** Properties whose texts name no key, though they may hold a text that looks like one. */
const withoutKeys = new Set<unknown>(['app', 'i18n', 'title', 'description']);

/** Warns about keys of texts that no locale of `i18n` has. */
function warnAboutTextKeys(definition: JsonObject, report: Report, { texts }: CheckContext): void {
  const { app, i18n } = definition;
  const known = new Set(
    propertiesOf(i18n).flatMap(([, locale]) => propertiesOf(locale).map(([key]) => key)),
  );
  for (const { path, text } of texts) {
    if (withoutKeys.has(path[0])) continue;
    const missing = keysOf(text, path, app).find((key) => !known.has(key));
    if (missing === undefined) continue;
    const detail = () =>
      `The text ${quote(missing)} is not in \`i18n\`. Add the key to every locale, or correct it.`;
    report(missingTranslation, path, detail);
  }
  warnAboutTextsOfNothing(definition, report);
}

function keysOf(text: string, path: Path, app: unknown): string[] {
  const inText = text.includes('{{')
    ? Array.from(text.matchAll(keyInText), ([, dotted, quoted]) => dotted ?? quoted ?? '')
    : [];
  const isKey =
    textFields.has(path.at(-1)) &&
    /^[\w.-]+$/.test(text) &&
    (text.startsWith(`${app}.`) || text.startsWith(`app.${app}.`));
  return isKey ? [...inText, text] : inText;
}

/** Warns about texts of a setting or a widget that the app does not have. */
function warnAboutTextsOfNothing(definition: JsonObject, report: Report): void {
  const settings = ownValue(definition, 'settings');
  const widgets = new Set(
    elementsOf(ownValue(definition, 'widgets')).map((widget) => ownValue(widget, 'name')),
  );
  for (const [locale, texts] of propertiesOf(ownValue(definition, 'i18n'))) {
    for (const [key] of propertiesOf(texts)) {
      const path = ['i18n', locale, key];
      const [, category, name] = /\.settings\.path\.([^.]+)\.([^.]+)\./.exec(key) ?? [];
      if (category && name && ownValue(ownValue(settings, category), name) === undefined) {
        report(undeclaredSetting, path, () => namesNothing('setting', `${category}.${name}`));
      }
      const [, widget] = /\.widgets\.([^.]+)\.title$/.exec(key) ?? [];
      if (widget && !widgets.has(widget)) {
        report(unexpectedValue, path, () => namesNothing('widget', widget));
      }
    }
  }
}

function namesNothing(kind: string, name: string): string {
  return `The key names the ${kind} ${quote(name)}, which the app does not have. Correct the key, or remove the text.`;
}

/** Keys whose text the platform shows by itself: of a setting, a category or a widget. */
const conventional = /\.settings\.|\.widgets\.[^.]+\.title$|\.(?:displayName|description)$/;

/** Reports keys of `i18n` that no text outside of it names, once per key. */
function reportUnusedTranslations(
  { i18n }: JsonObject,
  report: Report,
  { texts }: CheckContext,
): void {
  const localesOf = new Map<string, string[]>();
  for (const [locale, translations] of propertiesOf(i18n)) {
    for (const [key] of propertiesOf(translations)) {
      const locales = localesOf.get(key);
      if (locales) locales.push(locale);
      else if (!conventional.test(key)) localesOf.set(key, [locale]);
    }
  }
  if (localesOf.size === 0) return;
  for (const { text } of texts.filter(({ path }) => path[0] !== 'i18n')) {
    localesOf.delete(text);
    for (const [name] of text.matchAll(/[\w.-]+/g)) {
      localesOf.delete(name);
      localesOf.delete(name.replace(/^i18n\./, ''));
    }
  }
  for (const [key, locales] of localesOf) {
    const detail = () =>
      `No component uses the text ${quote(key)}. Use it, or remove the key from every locale.`;
    const fix = () => locales.map((locale) => removal(locale, key));
    report(unusedTranslation, ['i18n', locales[0] ?? '', key], detail, { fix });
  }
}

function removal(locale: string, key: string): { op: 'remove'; path: string } {
  return { op: 'remove', path: exactPointer(['i18n', locale, key]) };
}

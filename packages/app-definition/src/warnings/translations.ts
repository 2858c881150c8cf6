import { isJsonObject, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import type { Warn } from '../problem-list.ts';

/** How many missing keys a warning names; the others are counted. */
const namedKeys = 3;

/**
 * Warns about each locale that lacks keys of another locale, once per locale. Runs in linear time:
 * the search for missing keys skips only the locale's own keys.
 */
export function warnAboutTranslations(definition: JsonObject, warn: Warn): void {
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
    warn('missing_translation', ['i18n', locale], detail);
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

import type { Problem } from '../problem.ts';
import { entriesOf } from './json-access.ts';
import { quote } from './pointer.ts';
import type { AppDefinition } from './types.ts';
import { warning } from './warning.ts';

const MOST_KEYS_NAMED = 5;

/** Keys that one locale translates and another does not: a warning per locale, however many keys. */
export function translationWarnings({ i18n }: AppDefinition): Problem[] {
  const locales = entriesOf(i18n).map(([locale, texts]) => ({
    locale,
    keys: new Set(entriesOf(texts).map(([key]) => String(key))),
  }));
  const all = new Set(locales.flatMap(({ keys }) => [...keys]));
  return locales.flatMap(({ locale, keys }) => {
    const missing = [...all].filter((key) => !keys.has(key));
    if (missing.length === 0) return [];
    const named = missing.slice(0, MOST_KEYS_NAMED).map(quote).join(', ');
    const more = missing.length - MOST_KEYS_NAMED;
    const detail = `Another locale translates ${named}${more > 0 ? ` and ${more} more` : ''}; this one does not.`;
    return [warning('missing_translation', detail, 'i18n', locale)];
  });
}

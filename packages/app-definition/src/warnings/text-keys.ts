import type { Path } from '../json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, propertiesOf, quote } from '../json-value.ts';
import type { Warn } from '../problem-list.ts';
import { textsOf } from './texts.ts';

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

/** Warns about keys of texts that no locale of `i18n` has. */
export function warnAboutTextKeys(definition: JsonObject, warn: Warn): void {
  const { app, i18n, title, description, ...components } = definition;
  const locales = propertiesOf(i18n).map(([, texts]) => texts);
  const isKnown = (key: string) => locales.some((texts) => ownValue(texts, key) !== undefined);
  for (const { path, text } of textsOf(components)) {
    const missing = keysOf(text, path, app).find((key) => !isKnown(key));
    if (missing === undefined) continue;
    const detail = () =>
      `The text ${quote(missing)} is not in \`i18n\`. Add the key to every locale, or correct it.`;
    warn('missing_translation', path, detail);
  }
  warnAboutTextsOfNothing(definition, warn);
}

function keysOf(text: string, path: Path, app: unknown): string[] {
  const inText = [...text.matchAll(keyInText)].map(([, dotted, quoted]) => dotted ?? quoted ?? '');
  const isKey =
    textFields.has(path.at(-1)) &&
    /^[\w.-]+$/.test(text) &&
    (text.startsWith(`${app}.`) || text.startsWith(`app.${app}.`));
  return isKey ? [...inText, text] : inText;
}

/** Warns about texts of a setting or a widget that the app does not have. */
function warnAboutTextsOfNothing(definition: JsonObject, warn: Warn): void {
  const settings = ownValue(definition, 'settings');
  const widgets = new Set(
    elementsOf(ownValue(definition, 'widgets')).map((widget) => ownValue(widget, 'name')),
  );
  for (const [locale, texts] of propertiesOf(ownValue(definition, 'i18n'))) {
    for (const [key] of propertiesOf(texts)) {
      const path = ['i18n', locale, key];
      const [, category, name] = /\.settings\.path\.([^.]+)\.([^.]+)\./.exec(key) ?? [];
      if (category && name && ownValue(ownValue(settings, category), name) === undefined) {
        warn('undeclared_setting', path, () => namesNothing('setting', `${category}.${name}`));
      }
      const [, widget] = /\.widgets\.([^.]+)\.title$/.exec(key) ?? [];
      if (widget && !widgets.has(widget)) {
        warn('unexpected_value', path, () => namesNothing('widget', widget));
      }
    }
  }
}

function namesNothing(kind: string, name: string): string {
  return `The key names the ${kind} ${quote(name)}, which the app does not have. Correct the key, or remove the text.`;
}

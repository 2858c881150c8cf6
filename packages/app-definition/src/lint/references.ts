import { exactPointer } from '../json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json-value.ts';
import { appSettingsOf, settingInText } from '../warnings/settings.ts';
import { textsOf } from '../warnings/texts.ts';
import {
  definedActions,
  ownActionName,
  prefixesOf,
  stepsOf,
} from '../warnings/workflow-actions.ts';
import type { Report } from './report.ts';

/**
 * Reports actions that no workflow of the app runs. An app without workflows provides its actions to
 * the workflows of others.
 */
export function reportUnusedActions(definition: JsonObject, report: Report): void {
  const workflows = elementsOf(ownValue(definition, 'workflows'));
  if (workflows.length === 0) return;
  const prefixes = prefixesOf(definition);
  const unused = definedActions(definition, prefixes);
  for (const workflow of workflows) {
    for (const [, step] of stepsOf(ownValue(workflow, 'steps'))) {
      const action = ownValue(step, 'action');
      if (typeof action === 'string') unused.delete(ownActionName(action, prefixes) ?? action);
    }
  }
  for (const [index, action] of elementsOf(ownValue(definition, 'actions')).entries()) {
    const name = ownValue(action, 'name');
    if (typeof name !== 'string' || !unused.has(ownActionName(name, prefixes) ?? name)) continue;
    const detail = () =>
      `No step of a workflow runs the action ${quote(name)}. Run it, remove it, or say in \`meta.lint\` who does.`;
    report('unused-action', ['actions', index, 'name'], detail);
  }
}

/** Reports settings that no component uses. */
export function reportUnusedSettings(definition: JsonObject, report: Report): void {
  const used = usedSettings(definition);
  for (const [category, settings] of propertiesOf(ownValue(definition, 'settings'))) {
    for (const [name, setting] of propertiesOf(settings)) {
      if (!isJsonObject(setting) || used.has(name) || used.has(`${category}.${name}`)) continue;
      const detail = () =>
        `No component uses the setting ${quote(`${category}.${name}`)}. Use it, remove it, or say in \`meta.lint\` who reads it.`;
      report('unused-setting', ['settings', category, name], detail);
    }
  }
}

/** As `name`, or as `category.name`. */
function usedSettings(definition: JsonObject): Set<string> {
  const { settings, ...components } = definition;
  const used = new Set<string>();
  for (const { text } of appSettingsOf(definition)) {
    const parts = text.split('.', 1000);
    used.add(text).add(parts.slice(-2).join('.'));
    if (parts.length === 1) used.add(text);
  }
  for (const { text } of textsOf(components)) {
    if (!text.includes('settings.')) continue;
    for (const [, first, second, third] of text.matchAll(settingInText)) {
      used.add(`${first}.${second}`).add(`${second}.${third}`);
    }
  }
  return used;
}

/** Keys whose text the platform shows by itself: of a setting, a category or a widget. */
const conventional = /\.settings\.|\.widgets\.[^.]+\.title$|\.(?:displayName|description)$/;

/** Reports keys of `i18n` that no text outside of it names, once per key. */
export function reportUnusedTranslations(definition: JsonObject, report: Report): void {
  const { i18n, ...others } = definition;
  const localesOf = new Map<string, string[]>();
  for (const [locale, texts] of propertiesOf(i18n)) {
    for (const [key] of propertiesOf(texts)) {
      const locales = localesOf.get(key);
      if (locales) locales.push(locale);
      else if (!conventional.test(key)) localesOf.set(key, [locale]);
    }
  }
  if (localesOf.size === 0) return;
  for (const { text } of textsOf(others)) {
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
    report('unused-translation', ['i18n', locales[0] ?? '', key], detail, { fix });
  }
}

function removal(locale: string, key: string): { op: 'remove'; path: string } {
  return { op: 'remove', path: exactPointer(['i18n', locale, key]) };
}

/** Components that can name a custom object. */
const naming = [
  'kviews',
  'shortcuts',
  'actions',
  'triggers',
  'workflows',
  'commands',
  'hooks',
  'outboundWebhooks',
  'lifecycleWebhooks',
  'widgets',
];

/** Reports custom objects that no component and no other klass names. */
export function reportUnusedCustomObjects(definition: JsonObject, report: Report): void {
  const placeOf = new Map<string, number>();
  const klasses = elementsOf(ownValue(definition, 'klasses'));
  for (const [index, klass] of klasses.entries()) {
    const name = ownValue(klass, 'name');
    const isStandard = ownValue(ownValue(klass, 'metadata'), 'standard') === true;
    if (typeof name === 'string' && !isStandard) placeOf.set(name, index);
  }
  if (placeOf.size === 0) return;
  const components = naming.map((name) => ownValue(definition, name));
  const metadata = klasses.map((klass) => ownValue(klass, 'metadata'));
  for (const { text } of textsOf([...components, ...metadata])) {
    for (const [name] of text.matchAll(/[\w-]+/g)) placeOf.delete(name);
  }
  for (const [name, index] of placeOf) {
    const detail = () =>
      `No component names the custom object ${quote(name)}. Show it in a kview, use it, or remove it.`;
    report('unused-custom-object', ['klasses', index, 'name'], detail);
  }
}

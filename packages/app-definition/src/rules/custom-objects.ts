import type { Path } from '../json/json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json/json-value.ts';
import { textsOf } from '../text/texts.ts';
import type { Report, Rule } from './rule.ts';

export const unknownCustomObject: Rule = {
  name: 'unknown-custom-object',
  severity: 'warning',
  title: 'Unknown custom object',
  warning: 'A component names a custom object that the app does not define',
  summary: 'A component names a custom object that `klasses` does not define.',
  expected: 'a custom object of the app',
  warn: warnAboutCustomObjects,
  why: 'A view of an object that does not exist shows nothing. Define the object in `klasses`.',
  wrong: { triggers: [{ eventName: 'kobject.order.create' }] },
  right: {
    klasses: [{ name: 'order' }],
    triggers: [{ eventName: 'kobject.order.create' }],
  },
};

export const unusedCustomObject: Rule = {
  name: 'unused-custom-object',
  severity: 'warning',
  title: 'Unused custom object',
  summary: 'No component names a custom object that `klasses` defines.',
  expected: 'a component that names the object',
  lintUnused: reportUnusedCustomObjects,
  why: 'Users never see an object that no view, trigger or workflow names. Excuse the rule if your own server writes and reads it.',
  wrong: { klasses: [{ name: 'order' }] },
  right: {
    klasses: [{ name: 'order' }],
    triggers: [{ eventName: 'kobject.order.create' }],
  },
};

/** `kobject.<name>` and events such as `kustomer.kobject.<name>.create`. */
const reference = /^(?:kustomer\.)?kobject\.([\w-]+)(?:\.[\w-]+)*$/;
const fields = new Set<unknown>([
  'resource',
  'eventName',
  'trigger',
  'klass',
  'klassName',
  'events',
]);

/**
 * Warns about custom objects of the app that `klasses` does not define. Skips apps with dependencies,
 * which may define the object.
 */
function warnAboutCustomObjects(definition: JsonObject, report: Report): void {
  const app = ownValue(definition, 'app');
  const defined = new Set(
    elementsOf(ownValue(definition, 'klasses')).map((klass) => ownValue(klass, 'name')),
  );
  const hasDependencies = elementsOf(ownValue(definition, 'dependencies')).length > 0;
  for (const property of ['kviews', 'triggers', 'workflows', 'outboundWebhooks', 'widgets']) {
    for (const { path, text } of textsOf(ownValue(definition, property), [property])) {
      if (!fields.has(lastName(path))) continue;
      const name = customObjectIn(text, app, hasDependencies);
      if (name === undefined || defined.has(name)) continue;
      const detail = () =>
        `${quote(name)} is no custom object of the app. Define it in \`klasses\`, or correct the name.`;
      report(unknownCustomObject, path, detail, { blocks: path[0] === 'kviews' });
    }
  }
}

/** The name in the path of a value, or of the list that holds it. */
function lastName(path: Path): unknown {
  return typeof path.at(-1) === 'number' ? path.at(-2) : path.at(-1);
}

/** The name of a custom object of the app; undefined for any other text. */
function customObjectIn(text: string, app: unknown, hasDependencies: boolean): string | undefined {
  const [, referenced] = reference.exec(text) ?? [];
  const name = referenced ?? text;
  if (!/^[\w-]+$/.test(name)) return undefined;
  const isOwn = name.startsWith(`${app}-`) || name.startsWith(`${app}_`);
  return isOwn || (referenced !== undefined && !hasDependencies) ? name : undefined;
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
function reportUnusedCustomObjects(definition: JsonObject, report: Report): void {
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
    report(unusedCustomObject, ['klasses', index, 'name'], detail);
  }
}

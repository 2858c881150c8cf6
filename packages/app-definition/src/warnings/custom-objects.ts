import type { Path } from '../json-pointer.ts';
import { elementsOf, type JsonObject, ownValue, quote } from '../json-value.ts';
import type { Warn } from '../problem-list.ts';
import { textsOf } from './texts.ts';

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
 * Warns about custom objects of the app that `klasses` does not define. An object of a dependency
 * is not the app's own, so that nothing is said where there are dependencies.
 */
export function warnAboutCustomObjects(definition: JsonObject, warn: Warn): void {
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
      warn('unknown_custom_object', path, detail, path[0] === 'kviews');
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

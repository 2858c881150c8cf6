import { exactPointer } from '../json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json-value.ts';
import { onlyNear } from '../near-name.ts';
import type { Warn } from '../problem-list.ts';
import { holdsPlaceholder } from './placeholders.ts';

/** Warns about workflow steps that run an undefined action of the app. */
export function warnAboutWorkflowActions(definition: JsonObject, warn: Warn): void {
  const prefixes = prefixesOf(definition);
  const defined = definedActions(definition, prefixes);
  for (const [index, workflow] of elementsOf(ownValue(definition, 'workflows')).entries()) {
    for (const [key, step] of stepsOf(ownValue(workflow, 'steps'))) {
      const action = ownValue(step, 'action');
      if (typeof action !== 'string' || holdsPlaceholder(action)) continue;
      const name = ownActionName(action, prefixes);
      if (name === undefined || defined.has(name)) continue;
      const detail = () =>
        `The step runs the action ${quote(action)}, which \`actions\` does not define. Define it, or correct the name.`;
      const path = ['workflows', index, 'steps', key, 'action'];
      warn('unknown_action', path, detail, true, () => {
        const meant = onlyNear(name, defined);
        if (meant === undefined) return undefined;
        return [{ op: 'replace', path: exactPointer(path), value: meant }];
      });
    }
  }
}

/** The actions of the app, without its prefix. */
export function definedActions(
  definition: JsonObject,
  prefixes: ReadonlySet<unknown>,
): Set<string> {
  const defined = new Set<string>();
  for (const action of elementsOf(ownValue(definition, 'actions'))) {
    const name = ownValue(action, 'name');
    if (typeof name === 'string') defined.add(ownActionName(name, prefixes) ?? name);
  }
  return defined;
}

/** How a name may begin that means an action of the app. */
export function prefixesOf(definition: JsonObject): ReadonlySet<unknown> {
  return new Set([ownValue(definition, 'app'), ownValue(definition, 'identifier')]);
}

const PLATFORM_PREFIX = 'kustomer.app.';

/**
 * The action's name without the app's prefix, `<app>.` or `kustomer.app.<app>.`; undefined for a
 * dotted name of the platform or of another app.
 */
export function ownActionName(action: string, prefixes: ReadonlySet<unknown>): string | undefined {
  const ofApp = action.startsWith(PLATFORM_PREFIX) ? action.slice(PLATFORM_PREFIX.length) : action;
  const dot = ofApp.indexOf('.');
  if (dot === -1) return action;
  return prefixes.has(ofApp.slice(0, dot)) ? ofApp.slice(dot + 1) : undefined;
}

/** The steps of a workflow, with their names or indexes. */
export function stepsOf(steps: unknown): Iterable<readonly [string | number, unknown]> {
  return isJsonObject(steps) ? propertiesOf(steps) : elementsOf(steps).entries();
}

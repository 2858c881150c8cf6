import { exactPointer } from '../json/json-pointer.ts';
import {
  elementsOf,
  isJsonObject,
  type JsonObject,
  ownValue,
  propertiesOf,
  quote,
} from '../json/json-value.ts';
import { onlyNear } from '../names/near-name.ts';
import { holdsPlaceholder } from '../text/texts.ts';
import type { Fix, Report, Rule } from './rule.ts';

export const unknownAction: Rule = {
  name: 'unknown-action',
  severity: 'warning',
  title: 'Unknown action',
  warning: 'A workflow step names an action that the app does not define',
  summary: 'A workflow step runs an action that the app does not define.',
  expected: 'the name of an action',
  warn: warnAboutWorkflowActions,
  why: 'The workflow would stop at this step, so the app cannot be installed. Define the action, or correct its name.',
  wrong: {
    actions: [{ name: 'find_order' }],
    workflows: [{ steps: [{ action: 'find_order' }, { action: 'cancel_order' }] }],
  },
  right: {
    actions: [{ name: 'find_order' }, { name: 'cancel_order' }],
    workflows: [{ steps: [{ action: 'find_order' }, { action: 'cancel_order' }] }],
  },
};

export const unusedAction: Rule = {
  name: 'unused-action',
  severity: 'warning',
  title: 'Unused action',
  summary: 'The app has workflows, and no step of them runs this action.',
  expected: 'a step that runs the action',
  lintUnused: reportUnusedActions,
  why: 'An action that no workflow runs is often the rest of a renamed one. Excuse the rule if workflows of other apps run it. An app without workflows is not checked.',
  wrong: {
    actions: [{ name: 'find_order' }, { name: 'lookup_order' }],
    workflows: [{ steps: [{ action: 'lookup_order' }] }],
  },
  right: {
    actions: [{ name: 'lookup_order' }],
    workflows: [{ steps: [{ action: 'lookup_order' }] }],
  },
};

/** Warns about workflow steps that run an undefined action of the app. */
function warnAboutWorkflowActions(definition: JsonObject, report: Report): void {
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
      const fix = (): Fix => {
        const meant = onlyNear(name, defined);
        if (meant === undefined) return undefined;
        return [{ op: 'replace', path: exactPointer(path), value: meant }];
      };
      report(unknownAction, path, detail, { blocks: true, fix });
    }
  }
}

/** The actions of the app, without its prefix. */
function definedActions(definition: JsonObject, prefixes: ReadonlySet<unknown>): Set<string> {
  const defined = new Set<string>();
  for (const action of elementsOf(ownValue(definition, 'actions'))) {
    const name = ownValue(action, 'name');
    if (typeof name === 'string') defined.add(ownActionName(name, prefixes) ?? name);
  }
  return defined;
}

/** How a name may begin that means an action of the app. */
function prefixesOf(definition: JsonObject): ReadonlySet<unknown> {
  return new Set([ownValue(definition, 'app'), ownValue(definition, 'identifier')]);
}

const PLATFORM_PREFIX = 'kustomer.app.';

/**
 * The action's name without the app's prefix, `<app>.` or `kustomer.app.<app>.`; undefined for a
 * dotted name of the platform or of another app.
 */
function ownActionName(action: string, prefixes: ReadonlySet<unknown>): string | undefined {
  const ofApp = action.startsWith(PLATFORM_PREFIX) ? action.slice(PLATFORM_PREFIX.length) : action;
  const dot = ofApp.indexOf('.');
  if (dot === -1) return action;
  return prefixes.has(ofApp.slice(0, dot)) ? ofApp.slice(dot + 1) : undefined;
}

/** The steps of a workflow, with their names or indexes. */
export function stepsOf(steps: unknown): Iterable<readonly [string | number, unknown]> {
  return isJsonObject(steps) ? propertiesOf(steps) : elementsOf(steps).entries();
}

/**
 * Reports actions that no workflow of the app runs. An app without workflows provides its actions to
 * the workflows of others.
 */
function reportUnusedActions(definition: JsonObject, report: Report): void {
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
    report(unusedAction, ['actions', index, 'name'], detail);
  }
}

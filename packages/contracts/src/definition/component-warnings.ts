import type { Problem } from '../problem.ts';
import { entriesOf, field } from './json-access.ts';
import { quote } from './pointer.ts';
import { settingWarnings } from './setting-warnings.ts';
import { translationWarnings } from './translation-warnings.ts';
import type { AppDefinition } from './types.ts';
import { urlWarnings } from './url-warnings.ts';
import { warning } from './warning.ts';

type Check = (definition: AppDefinition) => Problem[];

/** What surfaces at installation, told at registration already. */
const checks: Check[] = [urlWarnings, actionWarnings, settingWarnings, translationWarnings];

export function componentWarnings(definition: AppDefinition): Problem[] {
  return checks.flatMap((check) => check(definition));
}

/**
 * Workflow steps that name no action. A plain name is of an action of this app, and so is a dotted
 * one that begins with the app's id or identifier; any other dotted name is the platform's.
 */
function actionWarnings(definition: AppDefinition): Problem[] {
  const { app, identifier, actions = [], workflows = [] } = definition;
  const declared = new Set(actions.map((action) => field(action, 'name')));
  const isOwn = (name: string) => {
    const [first, ...rest] = name.split('.');
    return rest.length === 0 || first === app || (identifier !== undefined && first === identifier);
  };
  const isKnown = (name: string) => declared.has(name) || declared.has(name.split('.').at(-1));
  return workflows.flatMap((workflow, index) =>
    entriesOf(field(workflow, 'steps')).flatMap(([key, step]) => {
      const name = field(step, 'action');
      if (typeof name !== 'string' || !isOwn(name) || isKnown(name)) return [];
      const detail = `The step names the action ${quote(name)}, which 'actions' does not define.`;
      return [warning('unknown_action', detail, 'workflows', index, 'steps', key, 'action')];
    }),
  );
}

import { roles, type Warning } from '@app-platform/contracts';
import { pageKeys } from '@app-platform/http-api';
import { boolean, choice, list, text } from '@app-platform/http-api/schemas';
import { Type } from '@sinclair/typebox';
import { changeAttribute } from '../attributes/attribute-details.ts';
import { installApp } from '../installations/lifecycle/install-app.ts';
import { uninstallApp } from '../installations/lifecycle/uninstall-app.ts';
import type { AttributePlan, PlannedAction } from './assistant-plan.ts';
import { requirePlan } from './assistant-plan.ts';
import { refuseOwnApp } from './own-app.ts';
import type { PlanToolDependencies } from './plan-tool.ts';
import {
  type AssistantCall,
  appName,
  changingTool,
  input,
  type Tool,
  ToolRefusal,
} from './tool.ts';

const access = { all: [roles.apps] };

const Input = input({
  app: appName,
  plan: Type.String({
    description: 'The id of a plan of this change, from plan_change. The user has seen it.',
    pattern: pageKeys.uuid.source,
  }),
});

const InstallationOutput = Type.Object({
  app: text('The name of the app.'),
  version: text('The installed version.'),
  outcome: choice(['installed', 'changed', 'unchanged']),
  warnings: list(Type.String(), 'What the user should know.'),
});

/** Changes of installations and attributes, each by a plan. */
export function changingTools(dependencies: PlanToolDependencies): Tool[] {
  return [
    install(dependencies, 'install'),
    install(dependencies, 'upgrade'),
    uninstall(dependencies),
    setAttribute(dependencies),
  ];
}

type PlannedInput = { app: string; plan: string };

/** The checks of every change. @returns the stored plan */
async function admit(
  { database, clock }: PlanToolDependencies,
  { assistant }: AssistantCall,
  { app, plan }: PlannedInput,
  action: PlannedAction,
): Promise<object> {
  await refuseOwnApp(database, assistant, app);
  return requirePlan({ plans: database.plans, clock }, assistant, { plan, action });
}

const described = {
  install: { name: 'install_app', title: 'Install an app', does: 'Installs an app' },
  upgrade: {
    name: 'upgrade_app',
    title: 'Upgrade an app',
    does: 'Installs another version of an installed app',
  },
};

function install(dependencies: PlanToolDependencies, action: 'install' | 'upgrade') {
  const { name, title, does } = described[action];
  return changingTool({
    ...{ name, title, access, isDestructive: action === 'upgrade' },
    description: `${does} for the whole organization, as planned. Refused where it would do something else by now.`,
    input: Input,
    output: InstallationOutput,
    run: async (call, { app, plan }) => {
      await admit(dependencies, call, { app, plan }, action);
      const { assistant, context } = call;
      const made = await installApp(dependencies, assistant, { app, plan }, context);
      const { installation, outcome, warnings } = made;
      return {
        app: installation.name,
        version: installation.version,
        outcome,
        warnings: warnings.map((one: Warning) => one.detail),
      };
    },
  });
}

function uninstall(dependencies: PlanToolDependencies) {
  return changingTool({
    name: 'uninstall_app',
    title: 'Uninstall an app',
    description:
      "Uninstalls an app for the whole organization, as planned: its users' grants and its tokens end. An administrator can undo it in the console for 30 days; what ended stays ended.",
    access,
    isDestructive: true,
    input: Input,
    output: Type.Object({ app: text('The name.'), uninstalled: boolean('Always true.') }),
    run: async (call, { app, plan }) => {
      await admit(dependencies, call, { app, plan }, 'uninstall');
      const reference = { text: app, source: { pointer: '/app' } };
      const planned = { reference, planId: plan };
      await uninstallApp(dependencies, call.assistant, planned, call.context);
      return { app, uninstalled: true };
    },
  });
}

function setAttribute(dependencies: PlanToolDependencies) {
  return changingTool({
    name: 'set_attribute',
    title: 'Change an attribute',
    description:
      'Renames an attribute of an app for the organization, or switches it on or off, as planned.',
    access,
    isDestructive: true,
    input: Input,
    output: Type.Object({
      app: text('The name.'),
      klass: text('Standard Klass name.'),
      name: text('Namespaced.'),
      displayName: text('How it appears now.'),
      active: boolean('Whether the organization uses it now.'),
    }),
    run: async (call, { app, plan }) => {
      const planned = await admit(dependencies, call, { app, plan }, 'set_attribute');
      const { attribute, change, before, app: ofApp } = planned as AttributePlan;
      if (app !== ofApp) {
        throw new ToolRefusal(`The plan is for ${ofApp}, and not for ${app}.`, `Name ${ofApp}.`);
      }
      const { assistant, context } = call;
      const wish = { ...change, expected: before };
      const changed = await changeAttribute(dependencies, assistant, attribute, wish, context);
      const { displayName, active } = changed;
      return { app, ...attribute, displayName, active };
    },
  });
}

import { standardKlasses } from '@app-platform/app-definition';
import { choice, text, time } from '@app-platform/http-api/schemas';
import { type Static, Type } from '@sinclair/typebox';
import {
  AttributeChange,
  findAttributeDetails,
  requireAttribute,
} from '../attributes/attribute-details.ts';
import type { AttributeStores } from '../attributes/attribute-setting-store.ts';
import type { Database } from '../database/database.ts';
import type { InstallationStores } from '../installations/change-installations.ts';
import { effects } from '../installations/plan/plan.ts';
import { type PlanDependencies, planChange, storePlan } from '../installations/plan/plan-change.ts';
import { type AttributePlan, plannedActions, planOwner } from './assistant-plan.ts';
import { refuseOwnApp } from './own-app.ts';
import { type AssistantCall, input, readingTool, type Tool, ToolRefusal } from './tool.ts';

const AttributeWish = Type.Composite(
  [
    Type.Object({
      klass: text('Standard Klass name.', { enum: [...standardKlasses] }),
      name: text('Namespaced, as list_attributes gives it.', { minLength: 1, maxLength: 300 }),
    }),
    AttributeChange,
  ],
  { additionalProperties: false, description: 'For the action set_attribute alone.' },
);

const Input = input({
  action: choice(plannedActions, 'What the changing tool is to do.'),
  app: Type.String({
    description: 'A name; or `<name>-<version>` for another version than the current one.',
    minLength: 1,
    maxLength: 512,
  }),
  attribute: Type.Optional(AttributeWish),
});

const AttributeState = Type.Object({
  displayName: text('How it appears.'),
  active: Type.Boolean({ description: 'Whether the organization uses it.' }),
});

const Output = Type.Object({
  plan: text('The id, which the changing tool takes.'),
  action: choice(plannedActions),
  app: text('The name of the app.'),
  expiresAt: time('Until when the plan can be carried out.'),
  effects: Type.Optional(
    Type.Object(effects, { description: 'Of a change of an installation. `problems` refuse it.' }),
  ),
  attribute: Type.Optional(
    Type.Object(
      { klass: Type.String(), name: Type.String(), before: AttributeState, after: AttributeState },
      { description: 'Of set_attribute.' },
    ),
  ),
});

export type PlanToolDependencies = PlanDependencies & {
  database: Database<InstallationStores & AttributeStores>;
};

/** Plans a change. Either role for apps plans: an assistant asks for more when the user wants the change. */
export function planTool(dependencies: PlanToolDependencies): Tool {
  return readingTool({
    name: 'plan_change',
    title: 'Plan a change',
    description:
      'Says what installing, upgrading or uninstalling an app, or changing an attribute, would do. Changes nothing. Each changing tool needs the id of such a plan. Show the plan to the user before.',
    input: Input,
    output: Output,
    run: async (call, request) => {
      await refuseOwnApp(dependencies.database, call.assistant, request.app);
      return request.action === 'set_attribute'
        ? planAttribute(dependencies, call, request)
        : planInstallation(dependencies, call, { ...request, action: request.action });
    },
  });
}

type Planned = Static<typeof Output>;

async function planInstallation(
  dependencies: PlanDependencies,
  { assistant, context }: AssistantCall,
  request: { action: 'install' | 'upgrade' | 'uninstall'; app: string; attribute?: unknown },
): Promise<Planned> {
  const { action, app } = request;
  if (request.attribute !== undefined) {
    throw new ToolRefusal("'attribute' is for set_attribute.", "Leave 'attribute' out.");
  }
  const [name = '', ...rest] = app.split('-');
  const to = rest.length > 0 ? rest.join('-') : undefined;
  if (action === 'uninstall' && to !== undefined) {
    throw new ToolRefusal("'uninstall' takes a name without version.", `Name ${name} alone.`);
  }
  const move = action === 'uninstall' ? { to: null } : { ...(to !== undefined && { to }) };
  const owner = planOwner(assistant, action);
  const made = await planChange(dependencies, assistant, { app: name, ...move }, context, owner);
  const { choice: _, ...planned } = made.plan;
  if (action === 'install' && planned.from !== null) {
    throw new ToolRefusal(
      `${planned.app} is installed in version ${planned.from}.`,
      'Plan "action": "upgrade" for another version.',
    );
  }
  if (action === 'upgrade' && planned.from === null) {
    throw new ToolRefusal(`${planned.app} is not installed.`, 'Plan "action": "install".');
  }
  if (action === 'upgrade' && planned.from === planned.to) {
    throw new ToolRefusal(
      `${planned.app} is installed in version ${planned.from} already.`,
      'Nothing is to be done; or name another version.',
    );
  }
  const { id: plan, expiresAt } = made;
  return { plan, action, app: planned.app, expiresAt, effects: planned };
}

async function planAttribute(
  { database, clock }: PlanToolDependencies,
  { assistant }: AssistantCall,
  { action, app, attribute: wish }: Static<typeof Input>,
): Promise<Planned> {
  if (wish?.displayName === undefined && wish?.active === undefined) {
    const next = 'Add "attribute" with klass, name, and displayName or active.';
    throw new ToolRefusal("set_attribute needs 'attribute'.", next);
  }
  const { organizationId } = assistant;
  const { klass, name, ...change } = wish;
  const attribute = { klass, name };
  const found = await findAttributeDetails(database, organizationId, attribute);
  const { displayName, active, appDisplayName, usedBy } = requireAttribute(found, attribute);
  if (!usedBy.some((use) => use.app === app)) {
    const apps = usedBy.map((use) => use.app).join(', ');
    throw new ToolRefusal(`${app} does not provide ${name}.`, `Name one of these apps: ${apps}.`);
  }
  const before = { displayName, active };
  const after = { ...before, ...change, displayName: change.displayName ?? displayName };
  if (change.displayName === null) after.displayName = appDisplayName;
  const plan: AttributePlan = { app, attribute, change, before };
  const owner = planOwner(assistant, action);
  const at = clock();
  const { id, expiresAt } = await storePlan(database.plans, organizationId, { ...plan, owner }, at);
  return { plan: id, action, app, expiresAt, attribute: { ...attribute, before, after } };
}

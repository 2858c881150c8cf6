import type { Clock } from '@app-platform/runtime';
import type { AttributeChange, PlannedAttributeState } from '../attributes/attribute-details.ts';
import type { AttributeName } from '../attributes/attribute-store.ts';
import { isPlanFor, type PlanOwner } from '../installations/plan/check-plan.ts';
import type { PlanStore } from '../installations/plan-store.ts';
import { type Assistant, ToolRefusal } from './tool.ts';

export const plannedActions = ['install', 'upgrade', 'uninstall', 'set_attribute'] as const;
export type PlannedAction = (typeof plannedActions)[number];

/** For whom a plan was made, and for what. */
type PlannedFor = PlanOwner & { action: PlannedAction };

/** A plan to change an attribute. */
export type AttributePlan = {
  app: string;
  attribute: AttributeName;
  change: AttributeChange;
  /** As it was when the plan was made. */
  before: PlannedAttributeState;
};

export function planOwner({ clientId, userId }: Assistant, action: PlannedAction): PlannedFor {
  return { clientId, userId, action };
}

/**
 * The plan of an assistant's change.
 * @throws ToolRefusal for a plan that is unknown, expired, of another assistant or for another action
 */
export async function requirePlan(
  { plans, clock }: { plans: PlanStore; clock: Clock },
  assistant: Assistant,
  { plan: id, action }: { plan: string; action: PlannedAction },
): Promise<object> {
  const found = await plans.find(id, assistant.organizationId, clock());
  const { owner } = (found ?? {}) as { owner?: PlannedFor };
  if (!found || !owner || !isPlanFor(found, assistant)) {
    throw new ToolRefusal(
      'There is no such plan of this assistant and user, or it expired.',
      `Call plan_change with "action": "${action}", and show the plan to the user.`,
    );
  }
  if (owner.action === action) return found;
  throw new ToolRefusal(
    `The plan is for the action ${owner.action}, and this is ${action}.`,
    `Call plan_change with "action": "${action}", and show the plan to the user.`,
  );
}

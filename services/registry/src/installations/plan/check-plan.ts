import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Principal } from '../../authentication/principal.ts';
import type { Change } from '../change-installations.ts';
import { type Move, makePlan } from './make-plan.ts';
import type { Plan } from './plan.ts';

/** The user and the assistant that a plan was made for. */
export type PlanOwner = { clientId: string; userId: string };

/** Whether a principal may carry out a plan. The plan of an assistant is for its user and app alone. */
export function isPlanFor(plan: object, { clientId, userId }: Principal): boolean {
  const { owner } = plan as { owner?: PlanOwner };
  return owner === undefined || (owner.clientId === clientId && owner.userId === userId);
}

/** The plan that a request is bound to. @throws AppError `plan_outdated` where it is gone, or of another owner */
export async function findPlan({ stores, principal, at }: Change, id: string): Promise<Plan> {
  const plan = await stores.plans.find(id, principal.organizationId, at);
  if (plan && isPlanFor(plan, principal)) return plan as Plan;
  throw outdated('There is no such plan of your organization, or it expired.', []);
}

/**
 * Refuses a change whose effects differ from its plan.
 * @throws AppError `plan_outdated` with the difference, also for a plan of another move
 */
export async function refuseUnlessPlanned(
  change: Change,
  planned: Plan,
  move: Omit<Move, 'activeGrants'> & { activeGrants?: number | null },
): Promise<void> {
  const { activeGrants = planned.grants.active } = move;
  const now = await makePlan(change, { ...move, activeGrants });
  const difference = differenceOf(planned, now);
  if (difference.length === 0) return;
  const isOtherMove = difference.some(({ part }) => part === 'app' || part === 'to');
  const parts = difference.map(({ part }) => part).join(', ');
  const detail = isOtherMove
    ? `The plan is for ${moveOf(planned)}, and this is ${moveOf(now)}.`
    : `Since the plan was made, this changed: ${parts}.`;
  throw outdated(detail, difference);
}

function moveOf({ app, to }: Plan): string {
  return to === null ? `uninstalling ${app}` : `installing ${app} ${to}`;
}

function outdated(why: string, difference: PlanDifference[]): AppError {
  const detail = `${why} Make a new plan: POST /v1/apps/plan.`;
  return new AppError(problem('plan_outdated', detail, { pointer: '/plan' }, { difference }));
}

/**
 * The parts of a plan that differ. Without grants that the change leaves as they are, since they move with
 * every sign-in, and without the choice: its effects are compared.
 */
function differenceOf(before: Plan, after: Plan): PlanDifference[] {
  const { choice: _, ...effects } = after;
  const names = Object.keys(effects) as (keyof typeof effects)[];
  return names.flatMap((part) => {
    const [old, now] = [before, after].map((plan) =>
      part === 'grants' ? { ended: plan.grants.ended } : plan[part],
    );
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ part, before: old, after: now }];
  });
}

type PlanDifference = { part: keyof Plan; before: unknown; after: unknown };

import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Change } from '../installations/install-version.ts';
import { type Move, makePlan } from './make-plan.ts';
import { differenceOf, type PlanDifference } from './plan-difference.ts';
import type { Plan } from './plan-store.ts';

/** The plan that a request is bound to. @throws AppError `plan_outdated` where it is gone */
export async function findPlan({ stores, principal, at }: Change, id: string): Promise<Plan> {
  const plan = await stores.plans.find(id, principal.organizationId, at);
  if (plan) return plan;
  throw outdated('There is no such plan of your organization, or it expired.', []);
}

/**
 * Refuses a change that would do something else than its plan says.
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

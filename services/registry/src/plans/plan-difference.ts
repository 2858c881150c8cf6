import type { Plan } from './plan-store.ts';

/** The parts of a plan that differ. Without what the change leaves as it is: it moves with every sign-in. */
export function differenceOf(before: Plan, after: Plan): PlanDifference[] {
  const names = Object.keys(after) as (keyof Plan)[];
  return names.flatMap((part) => {
    const [old, now] = [before, after].map((plan) =>
      part === 'grants' ? { ended: plan.grants.ended } : plan[part],
    );
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ part, before: old, after: now }];
  });
}

export type PlanDifference = { part: keyof Plan; before: unknown; after: unknown };

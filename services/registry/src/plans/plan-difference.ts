import type { Plan } from './plan-store.ts';

/**
 * The parts of a plan that differ. Without grants that the change leaves as they are, since they move with
 * every sign-in, and without the choice: its effects are compared.
 */
export function differenceOf(before: Plan, after: Plan): PlanDifference[] {
  const { choice: _, ...effects } = after;
  const names = Object.keys(effects) as (keyof typeof effects)[];
  return names.flatMap((part) => {
    const [old, now] = [before, after].map((plan) =>
      part === 'grants' ? { ended: plan.grants.ended } : plan[part],
    );
    return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ part, before: old, after: now }];
  });
}

export type PlanDifference = { part: keyof Plan; before: unknown; after: unknown };

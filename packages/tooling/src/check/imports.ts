import type { IViolation } from 'dependency-cruiser';
import { readImports } from '../architecture/read-imports.ts';
import { type Outcome, outcome } from './run-tool.ts';

/** Checks that imports make no cycle and run downwards. */
export async function checkImports(repository?: string): Promise<Outcome> {
  const { summary } = await readImports(repository);
  return outcome(summary.violations.map(describeViolation));
}

function describeViolation({ rule, from, to, cycle }: IViolation): string {
  const path = cycle ? cycle.map(({ name }) => name) : [to];
  return `${rule.name}: ${[from, ...path].join(' → ')}`;
}

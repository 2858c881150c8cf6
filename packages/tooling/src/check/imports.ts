import { join } from 'node:path';
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { repositoryFolder } from '../repository.ts';
import { type Outcome, outcome } from './tools.ts';

/** Checks that imports make no cycle and run downwards. */
export async function checkImports(repository?: string): Promise<Outcome> {
  const { summary } = await readImports(repository);
  return outcome(summary.violations.map(describeViolation));
}

function describeViolation({ rule, from, to, cycle }: IViolation): string {
  const path = cycle ? cycle.map(({ name }) => name) : [to];
  return `${rule.name}: ${[from, ...path].join(' → ')}`;
}

/**
 * Reads every import of the source files and the violations of `.dependency-cruiser.mjs`.
 * @throws Error where there is no import at all
 */
export async function readImports(baseDir = repositoryFolder): Promise<ICruiseResult> {
  const ruleSet = await extractDepcruiseConfig(join(repositoryFolder, '.dependency-cruiser.mjs'));
  const { output } = await cruise(
    ['services', 'packages', 'tests'],
    { ...ruleSet.options, baseDir, validate: true, ruleSet },
    ruleSet.options?.enhancedResolveOptions,
  );
  if (typeof output === 'string') throw new TypeError('dependency-cruiser made a report');
  // Without its parser dependency-cruiser finds none and reports no error.
  if (output.summary.totalDependenciesCruised === 0) throw new Error('no import was found');
  return output;
}

import { join } from 'node:path';
import {
  cruise,
  type IConfiguration,
  type ICruiseResult,
  type IViolation,
} from 'dependency-cruiser';
import extractDepcruiseConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import { repositoryFolder } from '../repository.ts';
import { type Outcome, outcome } from './tools.ts';

const configurationFile = join(repositoryFolder, '.dependency-cruiser.mjs');

/** Checks that imports make no cycle and run downwards, and that tests import what they may. */
export async function checkImports(repository?: string): Promise<Outcome> {
  const results = [await readImports(repository), await readImportsOfTests(repository)];
  const violations = results.flatMap(({ summary }) => summary.violations.map(describeViolation));
  return outcome([...new Set(violations)]);
}

function describeViolation({ rule, from, to, cycle }: IViolation): string {
  const path = cycle ? cycle.map(({ name }) => name) : [to];
  return `${rule.name}: ${[from, ...path].join(' → ')}`;
}

/**
 * Reads every import of the source files without tests, and the violations of `.dependency-cruiser.mjs`.
 * @throws Error where there is no import at all
 */
export async function readImports(baseDir = repositoryFolder): Promise<ICruiseResult> {
  return cruiseBy(await extractDepcruiseConfig(configurationFile), baseDir);
}

async function readImportsOfTests(baseDir = repositoryFolder): Promise<ICruiseResult> {
  const { options } = await extractDepcruiseConfig(configurationFile);
  const { forbiddenInTests, excludedInTests } = await import(configurationFile);
  const withTests = { ...options, exclude: excludedInTests };
  return cruiseBy({ forbidden: forbiddenInTests, options: withTests }, baseDir);
}

async function cruiseBy(ruleSet: IConfiguration, baseDir: string): Promise<ICruiseResult> {
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

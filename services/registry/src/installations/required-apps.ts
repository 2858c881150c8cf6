import type { ProblemList } from '@app-platform/app-definition';
import { type Problem, problem } from '@app-platform/contracts';
import { dependentsOn } from '../missing-dependencies/dependencies.ts';
import type { Installation } from './installation-store.ts';

/** Adds a problem for each rule of an installed app that names an app which is to go. */
export function addRequiredProblems(
  problems: ProblemList,
  name: string,
  installed: readonly Installation[],
): void {
  for (const dependency of dependentsOn(name, installed)) {
    problems.add(() => required(name, dependency));
  }
}

function required(
  name: string,
  { dependent, rule }: ReturnType<typeof dependentsOn>[number],
): Problem {
  const { name: app, version } = dependent;
  const detail = `${app} ${version} requires ${rule}. Uninstall ${app} before ${name}.`;
  return problem('dependency_required', detail, { parameter: 'name' }, { app, version, rule });
}

import type { ProblemList } from '@app-platform/app-definition';
import type { AppVersion } from '../apps/app-store.ts';
import type { Principal } from '../authentication/principal.ts';
import type { Stores } from '../stores.ts';
import { addBrokenDependents, addDependencyProblems, candidatesOf } from './dependencies.ts';
import type { Dependent } from './dependency-problems.ts';
import { findDependencies } from './dependency-search.ts';

/** An organization, as far as the rules of a version go. */
export type Surrounding = {
  stores: Stores;
  principal: Principal;
  installed: readonly Dependent[];
  problems: ProblemList;
};

/**
 * Checks the rules of a version, and finds the versions to install before it.
 * @param isWanted whether missing apps are to be installed; otherwise each is a problem
 * @returns in the order of their installation; none where there are problems
 */
export async function missingDependencies(
  { stores, principal, installed, problems }: Surrounding,
  version: AppVersion,
  isWanted: boolean,
): Promise<AppVersion[]> {
  const candidates = candidatesOf(stores, principal);
  if (!isWanted) {
    await addDependencyProblems(problems, version, installed, candidates);
    return [];
  }
  addBrokenDependents(problems, version, installed);
  const search = await findDependencies(version, installed, candidates);
  if (!search.ok) {
    for (const one of search.problems) problems.add(() => one);
    return [];
  }
  const versions: AppVersion[] = [];
  for (const { name, version: precedence } of search.versions) {
    const found = await stores.apps.findVersion(principal.organizationId, name, precedence);
    if (!found) throw new Error('a version vanished that was found before');
    versions.push(found);
  }
  return versions;
}

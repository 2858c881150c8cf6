import { ProblemList } from '@app-platform/app-definition';
import { AppError } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { addVersionProblems, type Change } from '../installations/install-version.ts';
import type { Installation } from '../installations/installation-store.ts';
import { addRequiredProblems } from '../installations/required-apps.ts';
import { dependentsOn } from '../missing-dependencies/dependencies.ts';
import { missingDependencies } from '../missing-dependencies/missing-dependencies.ts';
import {
  type Placement,
  placements,
  refuseOtherApps,
} from '../missing-dependencies/role-choice.ts';
import { plannedDependencies } from './plan-effects.ts';
import type { Plan, PlannedChoice, PlannedGrants } from './plan-store.ts';
import { effectsOf, plannedApps } from './planned-apps.ts';

/** A change of one app's installation. One of the two is given at least. */
export type Move = {
  /** Left out: the app is not installed. */
  installation?: Installation | undefined;
  /** Left out: it is to be uninstalled. */
  version?: AppVersion | undefined;
  /** What users have granted to the app here; null where that is unknown. */
  activeGrants: number | null;
} & PlannedChoice;

/**
 * What a move would do in the organization as it is now. Changes nothing.
 * @throws AppError `invalid_body` for roles of an app that the move does not install
 */
export async function makePlan(change: Change, move: Move): Promise<Plan> {
  const { stores, installed } = change;
  const { installation, version: after, activeGrants: _, ...choice } = move;
  const before =
    installation && (await stores.apps.findVersionById(installation.appId, installation.versionId));
  const any = after ?? before;
  if (!any) throw new Error('a move needs a version');
  const problems = new ProblemList();
  const planning = { ...change, problems };
  const placed = after ? await findPlacements(planning, after, choice) : [];
  if (!after) addRequiredProblems(problems, any.name, installed);
  const ceiling = placed.at(-1)?.ceiling;
  const effects = await effectsOf(change, { installation, before, after, ceiling });
  const rules = (version: AppVersion | undefined) => version?.dependencies ?? [];
  return {
    app: any.name,
    from: before?.version ?? null,
    to: after?.version ?? null,
    ...effects,
    dependencies: plannedDependencies(rules(before), rules(after), installed),
    apps: await plannedApps(change, placed.slice(0, -1)),
    dependents: dependentsOn(any.name, installed).map(({ dependent, rule }) => ({
      name: dependent.name,
      version: dependent.version,
      rule,
    })),
    ...plannedAccess(move),
    problems: problems.isEmpty ? [] : problems.conflicts(),
    choice,
  };
}

function plannedAccess({ installation, version, activeGrants: active }: Move): {
  grants: PlannedGrants;
  tokens: Plan['tokens'];
} {
  if (!installation) return { grants: { active: 0, ended: 0 }, tokens: 'none' };
  return version
    ? { grants: { active, ended: 0 }, tokens: 'kept' }
    : { grants: { active, ended: active }, tokens: 'ended' };
}

/** The apps that a move installs. Adds what would refuse it, as the change itself finds it. */
async function findPlacements(
  change: Change,
  version: AppVersion,
  { withDependencies = false, roles }: PlannedChoice,
): Promise<Placement[]> {
  const { problems } = change;
  addBlock(problems, version);
  const missing = await missingDependencies(change, version, withDependencies);
  const placed = placements(change, roles, { version, dependencies: missing });
  if (problems.isEmpty) refuseOtherApps(change, roles, placed);
  for (const one of missing) addBlock(problems, one);
  for (const one of placed) await addVersionProblems(change, one.version);
  return placed;
}

function addBlock(problems: ProblemList, version: AppVersion): void {
  try {
    refuseBlocked(version);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const one of error.problems) problems.add(() => one);
  }
}

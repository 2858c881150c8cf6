import { ProblemList } from '@app-platform/app-definition';
import type { Problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { AppVersion } from '../apps/app-store.ts';
import { refuseBlocked } from '../apps/blocking.ts';
import { declaredRoles } from '../apps/roles-of.ts';
import {
  addDependencyProblems,
  candidatesOf,
  dependentsOn,
} from '../installations/dependencies.ts';
import {
  addVersionProblems,
  type Ceiling,
  type Change,
  ceilingAfter,
} from '../installations/install-version.ts';
import type { Installation } from '../installations/installation-store.ts';
import { addRequiredProblems } from '../installations/required-apps.ts';
import {
  changesBetween,
  plannedAttributes,
  plannedDependencies,
  plannedRoles,
  plannedWebhooks,
} from './plan-effects.ts';
import type { Plan, PlannedGrants } from './plan-store.ts';

/** A change of one app's installation. One of the two is given at least. */
export type Move = {
  /** Left out: the app is not installed. */
  installation?: Installation | undefined;
  /** Left out: it is to be uninstalled. */
  version?: AppVersion | undefined;
  /** Left out: as an upgrade or a first installation has it. */
  ceiling?: Ceiling | undefined;
  /** What users have granted to the app here; null where that is unknown. */
  activeGrants: number | null;
};

/** What a move would do in the organization as it is now. Changes nothing. */
export async function makePlan(change: Change, move: Move): Promise<Plan> {
  const { stores, principal, installed } = change;
  const { installation, version: after } = move;
  const before =
    installation && (await stores.apps.findVersionById(installation.appId, installation.versionId));
  const any = after ?? before;
  if (!any) throw new Error('a move needs a version');
  const changes = changesBetween(before, after);
  const ceiling = after && (move.ceiling ?? ceilingAfter(installation, declaredRoles(after)));
  const rules = (version: AppVersion | undefined) => version?.dependencies ?? [];
  return {
    app: any.name,
    from: before?.version ?? null,
    to: after?.version ?? null,
    attributes: await plannedAttributes(stores.attributes, principal.organizationId, any, changes),
    dependencies: plannedDependencies(rules(before), rules(after), installed),
    dependents: dependentsOn(any.name, installed).map(({ dependent, rule }) => ({
      name: dependent.name,
      version: dependent.version,
      rule,
    })),
    roles: plannedRoles(
      installation && { ...installation, declared: installation.declaredRoles },
      ceiling && { ...ceiling, declared: declaredRoles(after) },
    ),
    ...plannedAccess(move),
    webhooks: plannedWebhooks(changes),
    problems: await problemsOf(change, any, after),
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

/** Everything that would refuse the move, as the change itself finds it. */
async function problemsOf(
  change: Change,
  any: AppVersion,
  after: AppVersion | undefined,
): Promise<Problem[]> {
  const { stores, principal, installed } = change;
  const problems = new ProblemList();
  if (!after) {
    addRequiredProblems(problems, any.name, installed);
  } else {
    addBlock(problems, after);
    const candidates = candidatesOf(stores, principal);
    await addDependencyProblems(problems, after, installed, candidates);
    await addVersionProblems({ stores, principal, installed, problems }, after);
  }
  return problems.isEmpty ? [] : problems.conflicts();
}

function addBlock(problems: ProblemList, version: AppVersion): void {
  try {
    refuseBlocked(version);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    for (const one of error.problems) problems.add(() => one);
  }
}

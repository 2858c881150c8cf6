import {
  type AppDefinition,
  type ComponentChange,
  diffDefinitions,
  namespacedAttribute,
  ProblemList,
} from '@app-platform/app-definition';
import { holdsRole } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { AppVersion } from '../../apps/app-store.ts';
import { declaredRoles, registeredDefinition } from '../../apps/registered-definition.ts';
import { refuseBlocked } from '../../apps/status.ts';
import type { AttributeStore } from '../../attributes/attribute-store.ts';
import type { Change } from '../change-installations.ts';
import { addRequiredProblems, dependentsOn } from '../dependencies/dependencies.ts';
import { missingDependencies } from '../dependencies/dependency-search.ts';
import { type Placement, placements, refuseOtherApps } from '../dependencies/role-choice.ts';
import { addVersionProblems, ceilingAfter, sharedObjects } from '../install-version.ts';
import type { Ceiling, Installation } from '../installation-store.ts';
import type {
  Plan,
  PlannedApp,
  PlannedAttribute,
  PlannedChoice,
  PlannedDependency,
  PlannedGrants,
  PlannedRoles,
} from './plan.ts';

/** A change of one app's installation. At least one of the two is given. */
export type Move = {
  /** Left out: the app is not installed. */
  installation?: Installation | undefined;
  /** Left out: it is to be uninstalled. */
  version?: AppVersion | undefined;
  /** The number of grants to the app here; null where it is unknown. */
  activeGrants: number | null;
} & PlannedChoice;

/**
 * Describes the effects of a move in the organization as it is now. Changes nothing.
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
  const warnings = after
    ? await sharedObjects(
        change,
        placed.map((one) => one.version),
      )
    : [];
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
    ...(warnings.length > 0 && { warnings }),
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

/** A change of one app's installation. At least one of the two versions is given. */
type AppChange = {
  installation?: Installation | undefined;
  before?: AppVersion | undefined;
  after?: AppVersion | undefined;
  /** Left out: as an upgrade or a first installation has it. */
  ceiling?: Ceiling | undefined;
};

type Effects = Pick<PlannedApp, 'attributes' | 'roles' | 'webhooks'>;

async function effectsOf(
  { stores, principal }: Change,
  { installation, before, after, ceiling }: AppChange,
): Promise<Effects> {
  const any = after ?? before;
  if (!any) throw new Error('a change needs a version');
  const changes = changesBetween(before, after);
  return {
    attributes: await plannedAttributes(stores.attributes, principal.organizationId, any, changes),
    roles: plannedRoles(
      installation && { ...installation, declared: installation.declaredRoles },
      after && {
        ...(ceiling ?? ceilingAfter(installation, declaredRoles(after))),
        declared: declaredRoles(after),
      },
    ),
    webhooks: plannedWebhooks(changes),
  };
}

/** The dependencies that are installed with an app. */
async function plannedApps(
  change: Change,
  dependencies: readonly Placement[],
): Promise<PlannedApp[]> {
  const planned: PlannedApp[] = [];
  for (const { version, ceiling } of dependencies) {
    const effects = await effectsOf(change, { after: version, ceiling });
    planned.push({ app: version.name, to: version.version, ...effects });
  }
  return planned;
}

const webhookProperties = new Set(['hooks', 'lifecycleWebhooks', 'outboundWebhooks']);

/** The components that a change of version adds, changes and removes. Undefined: not installed. */
function changesBetween(
  before: AppVersion | undefined,
  after: AppVersion | undefined,
): ComponentChange[] {
  const nothing = { app: '', version: '' };
  const [from, to] = [before, after].map((one) => (one ? registeredDefinition(one) : nothing));
  return diffDefinitions(from as AppDefinition, to as AppDefinition);
}

function plannedWebhooks(changes: readonly ComponentChange[]): ComponentChange[] {
  return changes.filter(({ component }) => webhookProperties.has(component));
}

/** @param version any of the app, for its identifier */
async function plannedAttributes(
  attributes: AttributeStore,
  organizationId: string,
  version: AppVersion,
  changes: readonly ComponentChange[],
): Promise<PlannedAttribute[]> {
  const identifier = identifierOf(version);
  const planned = changes
    .filter(({ component }) => component === 'attributes')
    .map(({ name, change, before }) => {
      const [klass = '', attribute = ''] = (name ?? '').split('.');
      const old = before?.split('.')[1];
      return {
        klass,
        name: namespacedAttribute(identifier, attribute),
        change: change === 'changed' ? ('type_changed' as const) : change,
        ...(old !== undefined && { before: namespacedAttribute(identifier, old) }),
        isRelevant: change !== 'changed' || old !== undefined,
      };
    })
    .filter(({ isRelevant }) => isRelevant);
  const shared = await attributes.listShared(organizationId, version.name, planned);
  const owners = Map.groupBy(shared, ({ klass, name }) => `${klass} ${name}`);
  return planned.map(({ isRelevant: _, ...one }) => ({
    ...one,
    alsoProvidedBy: (owners.get(`${one.klass} ${one.name}`) ?? []).map(({ app }) => app),
  }));
}

function identifierOf(version: AppVersion): string {
  const { identifier = '' } = {
    ...JSON.parse(version.addedFields),
    ...registeredDefinition(version),
  };
  return identifier;
}

function plannedDependencies(
  before: readonly string[],
  after: readonly string[],
  installed: readonly Installation[],
): PlannedDependency[] {
  const versions = new Map(installed.map(({ name, version }) => [name, version]));
  const planned = (rule: string, change: PlannedDependency['change']) => {
    const name = rule.slice(0, rule.indexOf('-'));
    return { rule, change, installed: versions.get(name) ?? null };
  };
  return [
    ...after.map((rule) => planned(rule, before.includes(rule) ? 'kept' : 'added')),
    ...before.filter((rule) => !after.includes(rule)).map((rule) => planned(rule, 'removed')),
  ];
}

/** The roles that both ceilings of an installation allow. Null: any role. */
function effective(declared: string[] | null, allowed: string[] | null): string[] | null {
  if (declared === null || allowed === null) return declared ?? allowed;
  return [
    ...declared.filter((role) => holdsRole(allowed, role)),
    ...allowed.filter((role) => holdsRole(declared, role) && !declared.includes(role)),
  ];
}

type Ceilings = { declared: string[] | null; roles: string[] | null; waitingRoles: string[] };

/** @param before undefined: not installed, so that there are no tokens */
function plannedRoles(before: Ceilings | undefined, after: Ceilings | undefined): PlannedRoles {
  const was = before ? effective(before.declared, before.roles) : [];
  const willBe = after ? effective(after.declared, after.roles) : [];
  const beyond = (roles: string[] | null, held: string[] | null) =>
    held === null ? [] : (roles ?? []).filter((role) => !holdsRole(held, role));
  return {
    before: was,
    after: willBe,
    added: beyond(willBe, was),
    removed: beyond(was, willBe),
    allowed: after ? after.roles : [],
    waiting: after?.waitingRoles ?? [],
  };
}

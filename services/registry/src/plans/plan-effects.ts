import {
  type AppDefinition,
  type ComponentChange,
  diffDefinitions,
  namespacedAttribute,
} from '@app-platform/app-definition';
import { holdsRole } from '@app-platform/contracts';
import type { AppVersion } from '../apps/app-store.ts';
import { registeredDefinition } from '../apps/registered-definition.ts';
import type { AttributeStore } from '../attributes/attribute-store.ts';
import type { Installation } from '../installations/installation-store.ts';
import type { PlannedAttribute, PlannedDependency, PlannedRoles } from './plan-store.ts';

const webhookProperties = new Set(['hooks', 'lifecycleWebhooks', 'outboundWebhooks']);

/** The components that a change of version adds, changes and removes. Undefined: not installed. */
export function changesBetween(
  before: AppVersion | undefined,
  after: AppVersion | undefined,
): ComponentChange[] {
  const nothing = { app: '', version: '' };
  const [from, to] = [before, after].map((one) => (one ? registeredDefinition(one) : nothing));
  return diffDefinitions(from as AppDefinition, to as AppDefinition);
}

export function plannedWebhooks(changes: readonly ComponentChange[]): ComponentChange[] {
  return changes.filter(({ component }) => webhookProperties.has(component));
}

/** @param version any of the app, for its identifier */
export async function plannedAttributes(
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

export function plannedDependencies(
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

/** What both ceilings of an installation allow. Null: any role. */
function effective(declared: string[] | null, allowed: string[] | null): string[] | null {
  if (declared === null || allowed === null) return declared ?? allowed;
  return [
    ...declared.filter((role) => holdsRole(allowed, role)),
    ...allowed.filter((role) => holdsRole(declared, role) && !declared.includes(role)),
  ];
}

type Ceilings = { declared: string[] | null; roles: string[] | null; waitingRoles: string[] };

/** @param before undefined: not installed, so that there are no tokens */
export function plannedRoles(
  before: Ceilings | undefined,
  after: Ceilings | undefined,
): PlannedRoles {
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

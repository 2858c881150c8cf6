import type { AppVersion } from '../apps/app-store.ts';
import { declaredRoles } from '../apps/roles-of.ts';
import { type Change, ceilingAfter } from '../installations/install-version.ts';
import type { Installation } from '../installations/installation-store.ts';
import type { Ceiling, Placement } from '../missing-dependencies/role-choice.ts';
import {
  changesBetween,
  plannedAttributes,
  plannedRoles,
  plannedWebhooks,
} from './plan-effects.ts';
import type { PlannedApp } from './plan-store.ts';

/** What a change does to one app. One of the two versions is given at least. */
export type AppChange = {
  installation?: Installation | undefined;
  before?: AppVersion | undefined;
  after?: AppVersion | undefined;
  /** Left out: as an upgrade or a first installation has it. */
  ceiling?: Ceiling | undefined;
};

export type Effects = Pick<PlannedApp, 'attributes' | 'roles' | 'webhooks'>;

export async function effectsOf(
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
export async function plannedApps(
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

import type { ComponentChange } from '@app-platform/app-definition';
import type { Problem, RoleChoice } from '@app-platform/contracts';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** A custom attribute that a change adds to or takes from an organization. */
export type PlannedAttribute = {
  klass: string;
  /** Namespaced. */
  name: string;
  change: 'added' | 'removed' | 'type_changed';
  /** The namespaced name before, of an attribute whose type changed with its name. */
  before?: string;
  /** The other apps here that provide it: it stays, or two apps write it. */
  alsoProvidedBy: string[];
};

export type PlannedDependency = {
  /** `<app_name>-<range>` */
  rule: string;
  change: 'added' | 'removed' | 'kept';
  /** The installed version of the app; null where it is not installed. */
  installed: string | null;
};

export type PlannedRoles = {
  /** The most that tokens may have; null for any role. */
  before: string[] | null;
  after: string[] | null;
  added: string[];
  removed: string[];
  /** What administrators allow afterwards, declared or not; null for any role. */
  allowed: string[] | null;
  /** Those that wait for an administrator. */
  waiting: string[];
};

/** What an administrator chooses with a change. */
export type PlannedChoice = {
  withDependencies?: boolean | undefined;
  roles?: RoleChoice | undefined;
};

/** A dependency that a change installs. */
export type PlannedApp = {
  app: string;
  to: string;
  roles: PlannedRoles;
  attributes: PlannedAttribute[];
  webhooks: ComponentChange[];
};

/** What users have granted to the app here. Null where the OAuth service did not answer. */
export type PlannedGrants = { active: number | null; ended: number | null };

/** What a change of an installation would do in an organization. */
export type Plan = {
  app: string;
  /** The installed version; null where the app is not installed. */
  from: string | null;
  /** Null for an uninstallation. */
  to: string | null;
  attributes: PlannedAttribute[];
  dependencies: PlannedDependency[];
  /** The missing dependencies that are installed before the app, in this order. */
  apps: PlannedApp[];
  /** Installed apps that depend on the app, with their rules. */
  dependents: { name: string; version: string; rule: string }[];
  roles: PlannedRoles;
  grants: PlannedGrants;
  /** Tokens end with the grants. */
  tokens: 'kept' | 'ended' | 'none';
  webhooks: ComponentChange[];
  /** What would refuse the change. */
  problems: Problem[];
  /** What the plan was made with. Left out in plans of an earlier release. */
  choice?: PlannedChoice;
};

/** An organization keeps its latest plans; nobody works on more at once. */
const MOST_PLANS = 100;

/** Removes expired plans, and the oldest ones beyond the limit. */
const KEEP_PLAN = defineStatement({
  name: 'keep-plan',
  text: `
    WITH kept AS (
      SELECT id FROM installation_plan WHERE organization_id = $2 AND expires_at > $5
      ORDER BY expires_at DESC LIMIT ${MOST_PLANS - 1}
    ), removed AS (
      DELETE FROM installation_plan WHERE organization_id = $2 AND id NOT IN (SELECT id FROM kept)
    )
    INSERT INTO installation_plan (id, organization_id, plan, expires_at) VALUES ($1::uuid, $2, $3, $4)`,
  parameters: {
    id: 'text',
    organizationId: 'text',
    plan: 'json',
    expiresAt: 'timestamptz',
    now: 'timestamptz',
  },
  row: {},
});

const FIND_PLAN = defineStatement({
  name: 'find-plan',
  text: `
    SELECT plan FROM installation_plan
    WHERE id = $1::uuid AND organization_id = $2 AND expires_at > $3`,
  parameters: { id: 'text', organizationId: 'text', now: 'timestamptz' },
  row: { plan: 'json' },
});

export type StoredPlan = { id: string; organizationId: string; plan: Plan; expiresAt: Date };

export class PlanStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async keep({ plan, ...stored }: StoredPlan, now: Date): Promise<void> {
    await this.#statements.rows(KEEP_PLAN, { ...stored, plan: JSON.stringify(plan), now });
  }

  /** @param now when the plan must be valid */
  async find(id: string, organizationId: string, now: Date): Promise<Plan | undefined> {
    const [row] = await this.#statements.rows(FIND_PLAN, { id, organizationId, now });
    return row?.plan as Plan | undefined;
  }
}

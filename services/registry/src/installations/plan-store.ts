import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** An organization keeps its latest plans, and likewise those of each assistant: many of one push out no others. */
const MOST_PLANS = 100;

/** Whether a stored plan is of the assistant of the new one, or both are of none. */
const IS_OF_SAME = `plan #>> '{owner,clientId}' IS NOT DISTINCT FROM $3::json #>> '{owner,clientId}'`;

/** Removes expired plans, and the oldest ones beyond the limit. */
const KEEP_PLAN = defineStatement({
  name: 'keep-plan',
  text: `
    WITH kept AS (
      SELECT id FROM installation_plan
      WHERE organization_id = $2 AND expires_at > $5 AND ${IS_OF_SAME}
      ORDER BY expires_at DESC LIMIT ${MOST_PLANS - 1}
    ), removed AS (
      DELETE FROM installation_plan
      WHERE organization_id = $2 AND (expires_at <= $5 OR ${IS_OF_SAME}) AND id NOT IN (SELECT id FROM kept)
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

export type StoredPlan = { id: string; organizationId: string; plan: object; expiresAt: Date };

export class PlanStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async keep({ plan, ...stored }: StoredPlan, now: Date): Promise<void> {
    await this.#statements.rows(KEEP_PLAN, { ...stored, plan: JSON.stringify(plan), now });
  }

  /** @param now when the plan must be valid */
  async find(id: string, organizationId: string, now: Date): Promise<object | undefined> {
    const [row] = await this.#statements.rows(FIND_PLAN, { id, organizationId, now });
    return row?.plan as object | undefined;
  }
}

import { defineStatement, type Statements } from '@app-platform/runtime/database';
import { allowedByPolicy } from '../../database/expressions.ts';

/** Which apps an organization allows. */
export type AppPolicy = {
  /** `verified`: those of verified organizations, and those in the list. `listed`: those in the list. */
  allows: 'all' | 'verified' | 'listed';
  /** Names of apps. */
  listed: string[];
  /** Names of apps that are refused, whatever else holds. */
  blocked: string[];
};

const FIND_POLICY = defineStatement({
  name: 'find-app-policy',
  text: 'SELECT allows, listed, blocked FROM app_policy WHERE organization_id = $1',
  parameters: { organizationId: 'text' },
  row: { allows: 'text', listed: 'text[]', blocked: 'text[]' },
});

const PUT_POLICY = defineStatement({
  name: 'put-app-policy',
  text: `
    INSERT INTO app_policy (organization_id, allows, listed, blocked) VALUES ($1, $2, $3, $4)
    ON CONFLICT (organization_id) DO UPDATE
    SET allows = EXCLUDED.allows, listed = EXCLUDED.listed, blocked = EXCLUDED.blocked`,
  parameters: { organizationId: 'text', allows: 'text', listed: 'text[]', blocked: 'text[]' },
  row: {},
});

const IS_ALLOWED = defineStatement({
  name: 'is-app-allowed',
  text: `SELECT true AS allowed FROM app a WHERE a.id = $2 AND ${allowedByPolicy('$1')}`,
  parameters: { organizationId: 'text', appId: 'int8' },
  row: { allowed: 'bool' },
});

/** The policy of each organization about apps. */
export class AppPolicyStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async find(organizationId: string): Promise<AppPolicy> {
    const [found] = await this.#statements.rows(FIND_POLICY, { organizationId });
    return (found as AppPolicy | undefined) ?? { allows: 'all', listed: [], blocked: [] };
  }

  async put(organizationId: string, policy: AppPolicy): Promise<void> {
    await this.#statements.rows(PUT_POLICY, { organizationId, ...policy });
  }

  async allows(organizationId: string, appId: bigint): Promise<boolean> {
    return (await this.#statements.rows(IS_ALLOWED, { organizationId, appId })).length > 0;
  }
}

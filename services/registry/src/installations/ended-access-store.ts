import type { GrantRevocationRequest } from '@app-platform/contracts';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

const MOST_COUNTED = 10_000;

/** An installation that has ended, while grants for it are stored at the OAuth service. */
export type EndedAccess = GrantRevocationRequest & { id: bigint };

const ADD_ENDED_ACCESS = defineStatement({
  name: 'add-ended-access',
  text: `
    INSERT INTO ended_access (organization_id, client_id, installed_since, due_at)
    VALUES ($1, $2, $3, $4)`,
  parameters: {
    organizationId: 'text',
    clientId: 'text',
    installedSince: 'timestamptz',
    now: 'timestamptz',
  },
  row: {},
});

/** What another replica is claiming is skipped. What is claimed is due again when the lease ends. */
const CLAIM_ENDED_ACCESS = defineStatement({
  name: 'claim-ended-access',
  text: `
    UPDATE ended_access SET due_at = $2
    WHERE id = (
      SELECT id FROM ended_access WHERE due_at <= $1
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING id, organization_id AS "organizationId", client_id AS "clientId",
      installed_since AS "installedSince"`,
  parameters: { now: 'timestamptz', leaseEnd: 'timestamptz' },
  row: { id: 'int8', organizationId: 'text', clientId: 'text', installedSince: 'timestamptz' },
});

const REMOVE_ENDED_ACCESS = defineStatement({
  name: 'remove-ended-access',
  text: 'DELETE FROM ended_access WHERE id = $1',
  parameters: { id: 'int8' },
  row: {},
});

const COUNT_ENDED_ACCESS = defineStatement({
  name: 'count-ended-access',
  text: `
    SELECT count(*)::int4 AS waiting
    FROM (SELECT FROM ended_access ORDER BY due_at LIMIT ${MOST_COUNTED}) counted`,
  parameters: {},
  row: { waiting: 'int4' },
});

/** The queue of installations whose grants are to be removed at the OAuth service. */
export class EndedAccessStore {
  readonly #statements: Statements;
  readonly #onAdded: () => void;

  /** @param onAdded called where there is something to remove after the commit */
  constructor(statements: Statements, onAdded: () => void = () => undefined) {
    this.#statements = statements;
    this.#onAdded = onAdded;
  }

  async add(
    { organizationId, clientId, installedSince }: Omit<EndedAccess, 'id'>,
    now: Date,
  ): Promise<void> {
    const values = { organizationId, clientId, installedSince: new Date(installedSince), now };
    await this.#statements.rows(ADD_ENDED_ACCESS, values);
    this.#onAdded();
  }

  /** @param leaseEnd when others may claim it, unless it is removed */
  async claim(now: Date, leaseEnd: Date): Promise<EndedAccess | undefined> {
    const [claimed] = await this.#statements.rows(CLAIM_ENDED_ACCESS, { now, leaseEnd });
    return claimed && { ...claimed, installedSince: claimed.installedSince.toISOString() };
  }

  async remove(id: bigint): Promise<void> {
    await this.#statements.rows(REMOVE_ENDED_ACCESS, { id });
  }

  /** At most 10,000. */
  async count(): Promise<number> {
    return (await this.#statements.rows(COUNT_ENDED_ACCESS, {}))[0]?.waiting ?? 0;
  }
}

import { defineStatement, type Statements } from '@app-platform/runtime/database';

export type Organization = { id: string; name: string };
export type VerifiedOrganization = Organization & { verified: boolean };
/** Times and reasons are null for an organization that is not suspended. */
export type OrganizationWithState = VerifiedOrganization & {
  suspendedAt: Date | null;
  suspendedReason: string | null;
  isBeingDeleted: boolean;
};

export type OrganizationStores = { organizations: OrganizationStore };

const row = { id: 'text', name: 'text', verified: 'bool' } as const;

const INSERT_ORGANIZATION = defineStatement({
  name: 'insert-organization',
  text: 'INSERT INTO organization (id, name) VALUES ($1, $2)',
  parameters: { id: 'text', name: 'text' },
  row: {},
});

const FIND_ORGANIZATION = defineStatement({
  name: 'find-organization',
  text: `
    SELECT id, name, verified, suspended_at AS "suspendedAt", suspended_reason AS "suspendedReason",
      EXISTS (SELECT FROM organization_deletion WHERE organization_id = $1) AS "isBeingDeleted"
    FROM organization WHERE id = $1`,
  parameters: { id: 'text' },
  row: { ...row, suspendedAt: 'timestamptz?', suspendedReason: 'text?', isBeingDeleted: 'bool' },
});

const FIND_ORGANIZATIONS_BY_NAME = defineStatement({
  name: 'find-organizations-by-name',
  text: 'SELECT id, name, verified FROM organization WHERE name = $1 ORDER BY id LIMIT 2',
  parameters: { name: 'text' },
  row,
});

const SET_VERIFIED = defineStatement({
  name: 'set-organization-verified',
  text: 'UPDATE organization SET verified = $2 WHERE id = $1',
  parameters: { id: 'text', verified: 'bool' },
  row: {},
});

/** Keeps the time of a suspension that lasts already. */
const SUSPEND = defineStatement({
  name: 'suspend-organization',
  text: `
    UPDATE organization SET suspended_at = coalesce(suspended_at, $2), suspended_reason = $3
    WHERE id = $1 RETURNING suspended_at AS "suspendedAt"`,
  parameters: { id: 'text', at: 'timestamptz', reason: 'text' },
  row: { suspendedAt: 'timestamptz' },
});

const RESUME = defineStatement({
  name: 'resume-organization',
  text: 'UPDATE organization SET suspended_at = NULL, suspended_reason = NULL WHERE id = $1',
  parameters: { id: 'text' },
  row: {},
});

/** Any number that no other lock of this database has. */
const NAMES_LOCK = 7_366_412_901;

const LOCK_NAMES = defineStatement({
  name: 'lock-organization-names',
  text: `SELECT pg_advisory_xact_lock(${NAMES_LOCK})::text AS locked`,
  parameters: {},
  row: { locked: 'text' },
});

const LOCK_ORGANIZATION = defineStatement({
  name: 'lock-organization',
  text: 'SELECT id FROM organization WHERE id = $1 FOR NO KEY UPDATE',
  parameters: { id: 'text' },
  row: { id: 'text' },
});

export class OrganizationStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async create(organization: Organization): Promise<void> {
    await this.#statements.rows(INSERT_ORGANIZATION, organization);
  }

  async find(id: string): Promise<OrganizationWithState | undefined> {
    return (await this.#statements.rows(FIND_ORGANIZATION, { id }))[0];
  }

  /** @returns the first two by id; a name is not unique */
  findByName(name: string): Promise<VerifiedOrganization[]> {
    return this.#statements.rows(FIND_ORGANIZATIONS_BY_NAME, { name });
  }

  /** Makes transactions that create an organization if there is none of a name wait for one another. */
  async lockNames(): Promise<void> {
    await this.#statements.rows(LOCK_NAMES, {});
  }

  async setVerified(id: string, verified: boolean): Promise<void> {
    await this.#statements.rows(SET_VERIFIED, { id, verified });
  }

  /** @returns since when it is suspended */
  async suspend(id: string, reason: string, at: Date): Promise<Date> {
    const [row] = await this.#statements.rows(SUSPEND, { id, reason, at });
    if (!row) throw new Error('an organization vanished that was locked');
    return row.suspendedAt;
  }

  async resume(id: string): Promise<void> {
    await this.#statements.rows(RESUME, { id });
  }

  /** Makes changes of one organization's installations wait for one another. */
  async lock(id: string): Promise<void> {
    await this.#statements.rows(LOCK_ORGANIZATION, { id });
  }
}

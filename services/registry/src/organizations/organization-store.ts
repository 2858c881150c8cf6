import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { DatabaseClient } from '../database/database.ts';

export type Organization = { id: string; name: string };
export type VerifiedOrganization = Organization & { verified: boolean };

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
  readonly #client: DatabaseClient;

  constructor(statements: Statements, client: DatabaseClient) {
    this.#statements = statements;
    this.#client = client;
  }

  async create(organization: Organization): Promise<void> {
    await this.#client.organization.create({ data: organization });
  }

  find(id: string): Promise<VerifiedOrganization | null> {
    return this.#client.organization.findUnique({
      where: { id },
      select: { id: true, name: true, verified: true },
    });
  }

  /** @returns at most two; a name is not unique */
  findByName(name: string): Promise<VerifiedOrganization[]> {
    return this.#client.organization.findMany({
      where: { name },
      select: { id: true, name: true, verified: true },
      take: 2,
    });
  }

  /** Makes transactions that create an organization if there is none of a name wait for one another. */
  async lockNames(): Promise<void> {
    await this.#statements.rows(LOCK_NAMES, {});
  }

  async setVerified(id: string, verified: boolean): Promise<void> {
    await this.#client.organization.update({ where: { id }, data: { verified } });
  }

  /** Makes changes of one organization's installations wait for one another. */
  async lock(id: string): Promise<void> {
    await this.#statements.rows(LOCK_ORGANIZATION, { id });
  }
}

import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { DatabaseClient } from '../database/database.ts';

export type Organization = { id: string; name: string };

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

  find(id: string): Promise<(Organization & { verified: boolean }) | null> {
    return this.#client.organization.findUnique({
      where: { id },
      select: { id: true, name: true, verified: true },
    });
  }

  async setVerified(id: string, verified: boolean): Promise<void> {
    await this.#client.organization.update({ where: { id }, data: { verified } });
  }

  /** Makes changes of one organization's installations wait for one another. */
  async lock(id: string): Promise<void> {
    await this.#statements.rows(LOCK_ORGANIZATION, { id });
  }
}

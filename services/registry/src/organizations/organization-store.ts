import type { DatabaseClient } from '../database/database.ts';

export type Organization = { id: string; name: string };

export class OrganizationStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  async create(organization: Organization): Promise<void> {
    await this.#client.organization.create({ data: organization });
  }

  find(id: string): Promise<Organization | null> {
    return this.#client.organization.findUnique({
      where: { id },
      select: { id: true, name: true },
    });
  }

  /** Makes changes of one organization's installations wait for one another. */
  async lock(id: string): Promise<void> {
    await this.#client.$queryRaw`SELECT id FROM organization WHERE id = ${id} FOR NO KEY UPDATE`;
  }
}

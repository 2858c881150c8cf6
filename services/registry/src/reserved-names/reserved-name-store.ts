import type { ReservedName } from '@app-platform/contracts';
import type { DatabaseClient } from '../database/database.ts';

const select = { pattern: true, organizationId: true } as const;

/** Names of public apps that the operator reserves. */
export class ReservedNameStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
  }

  /** By pattern. There are as many as the operator reserved. */
  list(): Promise<ReservedName[]> {
    return this.#client.reservedName.findMany({ select, orderBy: { pattern: 'asc' } });
  }

  find(skeleton: string): Promise<ReservedName | null> {
    return this.#client.reservedName.findUnique({ where: { skeleton }, select });
  }

  /** Replaces a reservation with the same skeleton. */
  async save(skeleton: string, { pattern, organizationId }: ReservedName): Promise<void> {
    const values = { pattern, organizationId };
    const create = { skeleton, ...values };
    await this.#client.reservedName.upsert({ where: { skeleton }, create, update: values });
  }

  async remove(skeleton: string): Promise<void> {
    await this.#client.reservedName.delete({ where: { skeleton } });
  }
}

import type { Page } from '@app-platform/runtime/database';
import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { DatabaseClient } from '../database/database.ts';

export type ApiKey = {
  id: string;
  organizationId: string;
  name: string;
  /** The first characters of the key. */
  hint: string;
  roles: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** Replicas write in any order, and their clocks differ. */
const RECORD_LAST_USE = defineStatement({
  name: 'record-last-use',
  text: `
    UPDATE api_key SET last_used_at = GREATEST(last_used_at, used.at::timestamptz)
    FROM unnest($1::text[], $2::text[]) AS used (id, at) WHERE api_key.id = used.id::uuid`,
  parameters: { ids: 'text[]', times: 'text[]' },
  row: {},
});

export class ApiKeyStore {
  readonly #statements: Statements;
  readonly #client: DatabaseClient;

  constructor(statements: Statements, client: DatabaseClient) {
    this.#statements = statements;
    this.#client = client;
  }

  async create(apiKey: ApiKey, digest: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#client.apiKey.create({ data: { ...apiKey, digest } });
  }

  find(organizationId: string, id: string): Promise<ApiKey | null> {
    return this.#client.apiKey.findUnique({
      where: { id, organizationId },
      omit: { digest: true },
    });
  }

  /** @returns at most two that are not revoked; a name is not unique */
  findByName(organizationId: string, name: string): Promise<ApiKey[]> {
    return this.#client.apiKey.findMany({
      where: { organizationId, name, revokedAt: null },
      omit: { digest: true },
      take: 2,
    });
  }

  /** By id; revoked keys among them. */
  list(organizationId: string, page: Page): Promise<ApiKey[]> {
    return this.#client.apiKey.findMany({
      where: { organizationId, ...(page.after && { id: { gt: page.after } }) },
      orderBy: { id: 'asc' },
      take: page.size + 1,
      omit: { digest: true },
    });
  }

  /** @returns false where the key is revoked already */
  async revoke(organizationId: string, id: string, at: Date): Promise<boolean> {
    const { count } = await this.#client.apiKey.updateMany({
      where: { id, organizationId, revokedAt: null },
      data: { revokedAt: at },
    });
    return count > 0;
  }

  async recordLastUse(uses: [id: string, at: Date][]): Promise<void> {
    if (uses.length === 0) return;
    const ids = uses.map(([id]) => id);
    const times = uses.map(([, at]) => at.toISOString());
    await this.#statements.rows(RECORD_LAST_USE, { ids, times });
  }
}

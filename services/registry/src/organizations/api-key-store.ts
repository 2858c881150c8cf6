import type { DatabaseClient } from '../database/database.ts';
import { Prisma } from '../database/generated/client.ts';
import type { Page } from '../page.ts';

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

export class ApiKeyStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
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
    const rows = Prisma.join(uses.map(([id, at]) => Prisma.sql`(${id}::uuid, ${at}::timestamptz)`));
    await this.#client.$executeRaw`
      UPDATE api_key SET last_used_at = used.at FROM (VALUES ${rows}) AS used(id, at)
      WHERE api_key.id = used.id`;
  }
}

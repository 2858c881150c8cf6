import type { Database } from '../database/database.ts';

/** Which scopes somebody has granted to an app. */
export class ConsentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param since consents from before do not count: they were given to an earlier installation */
  async find(accountId: string, clientId: string, since: Date): Promise<string[]> {
    const row = await this.#database.client.consent.findUnique({
      where: { accountId_clientId: { accountId, clientId } },
      select: { scopes: true, grantedAt: true },
    });
    return row && row.grantedAt >= since ? row.scopes : [];
  }

  /** Adds to what was granted before. */
  async add(accountId: string, clientId: string, scopes: string[], at: Date): Promise<void> {
    await this.#database.client.$executeRaw`
      INSERT INTO consent (account_id, client_id, scopes, granted_at)
      VALUES (${accountId}::uuid, ${clientId}, ${scopes}::text[], ${at})
      ON CONFLICT (account_id, client_id) DO UPDATE SET granted_at = EXCLUDED.granted_at,
        scopes = ARRAY(SELECT DISTINCT unnest(consent.scopes || EXCLUDED.scopes) ORDER BY 1)`;
  }
}

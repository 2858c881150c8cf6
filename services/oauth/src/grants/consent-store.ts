import type { Database } from '../database/database.ts';

/** Which scopes somebody has granted to an app. */
export class ConsentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @param installedSince names an installation: what another one was granted does not count */
  async find(accountId: string, clientId: string, installedSince: Date): Promise<string[]> {
    const row = await this.#database.client.consent.findUnique({
      where: { accountId_clientId: { accountId, clientId }, installedSince },
      select: { scopes: true },
    });
    return row?.scopes ?? [];
  }

  /** Adds to what the same installation was granted before. */
  async add({ accountId, clientId, scopes, installedSince, at }: NewConsent): Promise<void> {
    await this.#database.client.$executeRaw`
      INSERT INTO consent (account_id, client_id, scopes, granted_at, installed_since)
      VALUES (${accountId}::uuid, ${clientId}, ${scopes}::text[], ${at}, ${installedSince})
      ON CONFLICT (account_id, client_id) DO UPDATE
      SET granted_at = EXCLUDED.granted_at, installed_since = EXCLUDED.installed_since,
        scopes = CASE WHEN consent.installed_since = EXCLUDED.installed_since
          THEN ARRAY(SELECT DISTINCT unnest(consent.scopes || EXCLUDED.scopes) ORDER BY 1)
          ELSE EXCLUDED.scopes END`;
  }
}

export type NewConsent = {
  accountId: string;
  clientId: string;
  scopes: string[];
  /** Of the installation that it is granted to. */
  installedSince: Date;
  at: Date;
};

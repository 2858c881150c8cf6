import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';

const ADD_CONSENT = defineStatement({
  name: 'add-consent',
  text: `
    INSERT INTO consent (account_id, client_id, scopes, granted_at, installed_since)
    SELECT id, $2, $3::text[], $4, $5 FROM account WHERE id = $1::uuid FOR KEY SHARE
    ON CONFLICT (account_id, client_id) DO UPDATE
    SET granted_at = EXCLUDED.granted_at, installed_since = EXCLUDED.installed_since,
      scopes = CASE WHEN consent.installed_since = EXCLUDED.installed_since
        THEN ARRAY(SELECT DISTINCT unnest(consent.scopes || EXCLUDED.scopes) ORDER BY 1)
        ELSE EXCLUDED.scopes END`,
  parameters: {
    accountId: 'text',
    clientId: 'text',
    scopes: 'text[]',
    at: 'timestamptz',
    installedSince: 'timestamptz',
  },
  row: {},
});

export type NewConsent = {
  accountId: string;
  clientId: string;
  scopes: string[];
  /** Of the installation that the scopes are granted to. */
  installedSince: Date;
  at: Date;
};

export type ConsentStores = { consents: ConsentStore };

/** The scopes that users have granted to apps. */
export class ConsentStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** @param installedSince identifies the installation; grants to another one do not count */
  async find(accountId: string, clientId: string, installedSince: Date): Promise<string[]> {
    const row = await this.#database.client.consent.findUnique({
      where: { accountId_clientId: { accountId, clientId }, installedSince },
      select: { scopes: true },
    });
    return row?.scopes ?? [];
  }

  /** Adds to the scopes that the same installation was granted before. */
  async add({ accountId, clientId, scopes, at, installedSince }: NewConsent): Promise<void> {
    const values = { accountId, clientId, scopes, at, installedSince };
    await this.#database.statements.rows(ADD_CONSENT, values);
  }
}

import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { IS_CONSENT } from '../database/expressions.ts';

const FIND_CONSENT = defineStatement({
  name: 'find-consent',
  text: `
    SELECT c.scopes FROM account a JOIN consent c ON c.account_id = a.id
    WHERE a.id = $1::uuid AND c.client_id = $2 AND c.installed_since = $3
      AND ${IS_CONSENT}`,
  parameters: { accountId: 'text', clientId: 'text', installedSince: 'timestamptz' },
  row: { scopes: 'text[]' },
});

/** The time is of the database's clock, like that of the end of grants. */
const ADD_CONSENT = defineStatement({
  name: 'add-consent',
  text: `
    INSERT INTO consent (account_id, client_id, scopes, granted_at, installed_since)
    SELECT id, $2, $3::text[], now(), $4 FROM account WHERE id = $1::uuid FOR KEY SHARE
    ON CONFLICT (account_id, client_id) DO UPDATE
    SET granted_at = EXCLUDED.granted_at, installed_since = EXCLUDED.installed_since,
      scopes = CASE WHEN consent.installed_since = EXCLUDED.installed_since AND EXISTS (
          SELECT FROM account a JOIN consent c ON c.account_id = a.id
          WHERE a.id = EXCLUDED.account_id AND c.client_id = EXCLUDED.client_id AND ${IS_CONSENT})
        THEN ARRAY(SELECT DISTINCT unnest(consent.scopes || EXCLUDED.scopes) ORDER BY 1)
        ELSE EXCLUDED.scopes END`,
  parameters: {
    accountId: 'text',
    clientId: 'text',
    scopes: 'text[]',
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
    const values = { accountId, clientId, installedSince };
    return (await this.#database.statements.rows(FIND_CONSENT, values))[0]?.scopes ?? [];
  }

  /** Adds to the scopes that the same installation was granted before. */
  async add({ accountId, clientId, scopes, installedSince }: NewConsent): Promise<void> {
    const values = { accountId, clientId, scopes, installedSince };
    await this.#database.statements.rows(ADD_CONSENT, values);
  }
}

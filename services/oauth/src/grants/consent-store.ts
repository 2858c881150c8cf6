import { defineStatement } from '@app-platform/runtime/database';
import type { DatabaseAccess } from '../database/database.ts';
import { IS_CONSENT } from '../database/expressions.ts';

const FIND_CONSENT = defineStatement({
  name: 'find-consent',
  text: `
    SELECT CASE WHEN $4::bool THEN c.mcp_scopes ELSE c.scopes END AS scopes
    FROM account a JOIN consent c ON c.account_id = a.id
    WHERE a.id = $1::uuid AND c.client_id = $2 AND c.installed_since = $3
      AND ${IS_CONSENT}`,
  parameters: {
    accountId: 'text',
    clientId: 'text',
    installedSince: 'timestamptz',
    isForMcp: 'bool',
  },
  row: { scopes: 'text[]' },
});

/**
 * The time is of the database's clock, like that of the end of grants. What was there before is read from the
 * locked row, which has what a concurrent consent has added.
 */
const ADD_CONSENT = defineStatement({
  name: 'add-consent',
  text: `
    INSERT INTO consent (account_id, client_id, scopes, mcp_scopes, granted_at, installed_since)
    SELECT id, $2, $3::text[], $4::text[], now(), $5 FROM account WHERE id = $1::uuid FOR KEY SHARE
    ON CONFLICT (account_id, client_id) DO UPDATE
    SET granted_at = EXCLUDED.granted_at, installed_since = EXCLUDED.installed_since,
      (scopes, mcp_scopes) = (
        SELECT ARRAY(SELECT DISTINCT unnest(kept.scopes || EXCLUDED.scopes) ORDER BY 1),
          ARRAY(SELECT DISTINCT unnest(kept.mcp_scopes || EXCLUDED.mcp_scopes) ORDER BY 1)
        FROM (VALUES (1)) one LEFT JOIN (
          SELECT c.scopes, c.mcp_scopes FROM account a CROSS JOIN LATERAL (SELECT consent.*) c
          WHERE a.id = EXCLUDED.account_id
            AND c.installed_since = EXCLUDED.installed_since AND ${IS_CONSENT}
        ) kept ON true)`,
  parameters: {
    accountId: 'text',
    clientId: 'text',
    scopes: 'text[]',
    mcpScopes: 'text[]',
    installedSince: 'timestamptz',
  },
  row: {},
});

/** What a user consents to. */
export type ConsentSubject = {
  accountId: string;
  clientId: string;
  /** Identifies the installation. Grants to another one do not count. */
  installedSince: Date;
  /** Whether the access is to the registry's MCP server, rather than to its API. */
  isForMcp: boolean;
};

export type ConsentStores = { consents: ConsentStore };

/** The scopes that users have granted to apps. */
export class ConsentStore {
  readonly #database: DatabaseAccess;

  constructor(database: DatabaseAccess) {
    this.#database = database;
  }

  /** The scopes that were granted. */
  async find(subject: ConsentSubject): Promise<string[]> {
    return (await this.#database.statements.rows(FIND_CONSENT, subject))[0]?.scopes ?? [];
  }

  /** Adds to the scopes that the same installation was granted before. */
  async add({ isForMcp, ...subject }: ConsentSubject, granted: string[]): Promise<void> {
    const [scopes, mcpScopes] = isForMcp ? [[], granted] : [granted, []];
    await this.#database.statements.rows(ADD_CONSENT, { ...subject, scopes, mcpScopes });
  }
}

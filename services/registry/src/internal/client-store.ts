import type { ClientRecord } from '@app-platform/contracts';
import type { Statements } from '@app-platform/service-kit/database';

type ClientRow = Omit<ClientRecord, 'installedSince'> & { installedSince: Date | null };

const FIND_CLIENT = {
  name: 'find-client',
  text: `
    SELECT a.client_id AS "clientId", a.name AS app, v.title,
      v.definition->>'iconUrl' AS "iconUrl",
      v.definition#>>'{appDetails,appDeveloper,name}' AS developer,
      v.redirect_uris AS "redirectUris", a.organization_id AS "organizationId", a.visibility,
      EXISTS (SELECT 1 FROM client_secret s
              WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $3)) AS "hasSecret",
      EXISTS (SELECT 1 FROM installation i WHERE i.app_id = a.id) AS installed,
      own.installed_at AS "installedSince", o.name AS "organizationName"
    FROM app a JOIN app_version v ON v.id = a.latest_version_id
    LEFT JOIN organization o ON o.id = $2
    LEFT JOIN installation own ON own.app_id = a.id AND own.organization_id = o.id
    WHERE a.client_id = $1`,
};

const FIND_SECRETS = {
  name: 'find-secrets',
  text: `
    SELECT s.digest FROM app a JOIN client_secret s ON s.app_id = a.id
    WHERE a.client_id = $1 AND (s.expires_at IS NULL OR s.expires_at > $2)`,
};

const FIND_FOR_TOKEN_REQUEST = {
  name: 'find-for-token-request',
  text: `
    SELECT own.installed_at AS "installedSince",
      ARRAY(SELECT encode(s.digest, 'base64') FROM client_secret s
            WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $3)) AS secrets
    FROM app a
    LEFT JOIN installation own ON own.app_id = a.id AND own.organization_id = $2
    WHERE a.client_id = $1`,
};

/** What token requests ask about, each in one statement: they come more often than anything else. */
export class ClientStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /**
   * @param organizationId whose installation is asked about; none where it is left out
   * @param at when a secret must be valid to count
   */
  async find(
    clientId: string,
    organizationId: string | undefined,
    at: Date,
  ): Promise<ClientRecord | undefined> {
    const values = [clientId, organizationId ?? null, at];
    const [row] = await this.#statements.rows<ClientRow>(FIND_CLIENT, values);
    return row && { ...row, installedSince: row.installedSince?.toISOString() ?? null };
  }

  /** The digests of a client's secrets that are valid at a time; none for an unknown client. */
  async secretDigests(clientId: string, at: Date): Promise<Uint8Array[]> {
    const rows = await this.#statements.rows<{ digest: Uint8Array }>(FIND_SECRETS, [clientId, at]);
    return rows.map(({ digest }) => digest);
  }

  /** Since when an organization has a client's app installed, and the digests of its secrets. */
  async findForTokenRequest(
    clientId: string,
    organizationId: string,
    at: Date,
  ): Promise<{ installedSince: Date | null; secretDigests: Uint8Array[] } | undefined> {
    const values = [clientId, organizationId, at];
    const [row] = await this.#statements.rows<{ installedSince: Date | null; secrets: string[] }>(
      FIND_FOR_TOKEN_REQUEST,
      values,
    );
    if (!row) return undefined;
    const secretDigests = row.secrets.map((digest) => Buffer.from(digest, 'base64'));
    return { installedSince: row.installedSince, secretDigests };
  }
}

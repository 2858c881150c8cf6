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

/** `OFFSET 0` keeps each app and installation looked up by its key, with or without statistics. */
const FIND_FOR_TOKEN_REQUESTS = {
  name: 'find-for-token-requests',
  text: `
    SELECT asked.place::int AS place, own.installed_at AS "installedSince",
      ARRAY(SELECT encode(s.digest, 'base64') FROM client_secret s
            WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > $3)) AS secrets
    FROM unnest($1::text[], $2::text[])
      WITH ORDINALITY AS asked (client_id, organization_id, place)
    CROSS JOIN LATERAL (SELECT id FROM app WHERE client_id = asked.client_id OFFSET 0) a
    LEFT JOIN LATERAL (
      SELECT installed_at FROM installation
      WHERE app_id = a.id AND organization_id = asked.organization_id::char(24) OFFSET 0) own ON true`,
};

/** What a plain token request depends on. */
export type TokenRequestFacts = { installedSince: Date | null; secretDigests: Uint8Array[] };

type TokenRequestRow = { place: number; installedSince: Date | null; secrets: string[] };

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

  /**
   * Since when organizations have clients' apps installed, and the digests of their valid secrets.
   * @returns in the order of what is asked; nothing for an unknown client
   */
  async findForTokenRequests(
    asked: readonly { clientId: string; organizationId: string }[],
    at: Date,
  ): Promise<(TokenRequestFacts | undefined)[]> {
    const rows = await this.#statements.rows<TokenRequestRow>(FIND_FOR_TOKEN_REQUESTS, [
      asked.map(({ clientId }) => clientId),
      asked.map(({ organizationId }) => organizationId),
      at,
    ]);
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return asked.map((_, index) => {
      const row = byPlace.get(index + 1);
      if (!row) return undefined;
      const secretDigests = row.secrets.map((digest) => Buffer.from(digest, 'base64'));
      return { installedSince: row.installedSince, secretDigests };
    });
  }
}

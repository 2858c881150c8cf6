import type { ClientRecord } from '@app-platform/contracts';
import type { DatabaseClient } from '../database/database.ts';

type ClientRow = Omit<ClientRecord, 'installedSince'> & { installedSince: Date | null };

/** What token requests ask about, each in one statement: they come more often than anything else. */
export class ClientStore {
  readonly #client: DatabaseClient;

  constructor(client: DatabaseClient) {
    this.#client = client;
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
    const [row] = await this.#client.$queryRaw<ClientRow[]>`
      SELECT a.client_id AS "clientId", a.name AS app, v.title,
        v.definition->>'iconUrl' AS "iconUrl",
        v.definition#>>'{appDetails,appDeveloper,name}' AS developer,
        v.redirect_uris AS "redirectUris", a.organization_id AS "organizationId", a.visibility,
        EXISTS (SELECT 1 FROM client_secret s
                WHERE s.app_id = a.id AND (s.expires_at IS NULL OR s.expires_at > ${at})) AS "hasSecret",
        EXISTS (SELECT 1 FROM installation i WHERE i.app_id = a.id) AS installed,
        own.installed_at AS "installedSince", o.name AS "organizationName"
      FROM app a JOIN app_version v ON v.id = a.latest_version_id
      LEFT JOIN organization o ON o.id = ${organizationId ?? null}
      LEFT JOIN installation own ON own.app_id = a.id AND own.organization_id = o.id
      WHERE a.client_id = ${clientId}`;
    return row && { ...row, installedSince: row.installedSince?.toISOString() ?? null };
  }

  /** The digests of a client's secrets that are valid at a time; none for an unknown client. */
  async secretDigests(clientId: string, at: Date): Promise<Uint8Array[]> {
    const rows = await this.#client.$queryRaw<{ digest: Uint8Array }[]>`
      SELECT s.digest FROM app a JOIN client_secret s ON s.app_id = a.id
      WHERE a.client_id = ${clientId} AND (s.expires_at IS NULL OR s.expires_at > ${at})`;
    return rows.map(({ digest }) => digest);
  }
}

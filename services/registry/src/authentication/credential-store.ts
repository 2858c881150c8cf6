import type { Statements } from '@app-platform/service-kit/database';
import type { Principal } from './principal.ts';

/** What an access token is checked by. */
export type InstalledClient = {
  organizationId: string;
  organizationName: string;
  installedAt: Date;
};

const FIND_KEY = {
  name: 'find-api-key',
  text: `
    SELECT k.id::text AS id, k.organization_id AS "organizationId", o.name AS "organizationName",
           k.roles
    FROM api_key k JOIN organization o ON o.id = k.organization_id
    WHERE k.digest = $1 AND k.revoked_at IS NULL`,
};

const FIND_INSTALLED_CLIENT = {
  name: 'find-installed-client',
  text: `
    SELECT o.id AS "organizationId", o.name AS "organizationName", i.installed_at AS "installedAt"
    FROM app a JOIN installation i ON i.app_id = a.id JOIN organization o ON o.id = i.organization_id
    WHERE a.client_id = $1 AND i.organization_id = $2`,
};

/** What credentials are checked by, each in one statement: requests begin with it. */
export class CredentialStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Whose API key has this digest; nobody's where it was revoked. */
  async findKey(digest: Uint8Array): Promise<Principal | undefined> {
    type Row = Omit<Principal, 'kind'>;
    const [row] = await this.#statements.rows<Row>(FIND_KEY, [digest]);
    return row && { kind: 'api_key', ...row };
  }

  /** Since when an organization has a client's app installed. */
  async findInstalledClient(
    clientId: string,
    organizationId: string,
  ): Promise<InstalledClient | undefined> {
    const values = [clientId, organizationId];
    const [row] = await this.#statements.rows<InstalledClient>(FIND_INSTALLED_CLIENT, values);
    return row;
  }
}

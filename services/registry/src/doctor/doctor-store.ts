import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** When a client secret was generated, and when it ends; null for the current one. */
export type SecretTimes = { createdAt: Date; expiresAt: Date | null };

const FIND_OWN_CLIENT_NAME = defineStatement({
  name: 'find-own-client-name',
  text: 'SELECT name FROM app WHERE client_id = $1 AND organization_id = $2',
  parameters: { clientId: 'text', organizationId: 'text' },
  row: { name: 'text' },
});

const FIND_CLIENT_ID = defineStatement({
  name: 'find-client-id',
  text: 'SELECT client_id AS "clientId" FROM app WHERE id = $1',
  parameters: { appId: 'int8' },
  row: { clientId: 'text' },
});

const LIST_SECRET_TIMES = defineStatement({
  name: 'list-secret-times',
  text: `
    SELECT s.created_at AS "createdAt", s.expires_at AS "expiresAt"
    FROM app a JOIN client_secret s ON s.app_id = a.id
    WHERE a.client_id = $1 ORDER BY s.created_at DESC`,
  parameters: { clientId: 'text' },
  row: { createdAt: 'timestamptz', expiresAt: 'timestamptz?' },
});

/** Facts about a client that only the owner of its app may read. */
export class DoctorStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Whether an organization owns the app of a client. */
  async isOwner(organizationId: string, clientId: string): Promise<boolean> {
    const values = { clientId, organizationId };
    return (await this.#statements.rows(FIND_OWN_CLIENT_NAME, values)).length > 0;
  }

  /** The client id of an app; undefined for one that was removed meanwhile. */
  async findClientId(appId: bigint): Promise<string | undefined> {
    return (await this.#statements.rows(FIND_CLIENT_ID, { appId }))[0]?.clientId;
  }

  /** The latest first. */
  listSecretTimes(clientId: string): Promise<SecretTimes[]> {
    return this.#statements.rows(LIST_SECRET_TIMES, { clientId });
  }
}

import { defineStatement, type Statements } from '@app-platform/runtime/database';

/** A client secret without its value. The current one has no end. */
export type SecretRecord = { id: string; createdAt: Date; endsAt: Date | null };

const LIST_SECRETS = defineStatement({
  name: 'list-client-secrets',
  text: `
    SELECT id::text AS id, created_at AS "createdAt", expires_at AS "endsAt" FROM client_secret
    WHERE app_id = $1 AND (expires_at IS NULL OR expires_at > $2)
    ORDER BY created_at DESC, expires_at DESC NULLS FIRST`,
  parameters: { appId: 'int8', at: 'timestamptz' },
  row: { id: 'text', createdAt: 'timestamptz', endsAt: 'timestamptz?' },
});

const REMOVE_ENDED_SECRETS = defineStatement({
  name: 'remove-ended-client-secrets',
  text: 'DELETE FROM client_secret WHERE app_id = $1 AND expires_at <= $2',
  parameters: { appId: 'int8', at: 'timestamptz' },
  row: {},
});

const REMOVE_SECRETS = defineStatement({
  name: 'remove-client-secrets',
  text: 'DELETE FROM client_secret WHERE app_id = $1',
  parameters: { appId: 'int8' },
  row: {},
});

const END_CURRENT_SECRET = defineStatement({
  name: 'end-client-secret',
  text: 'UPDATE client_secret SET expires_at = $2 WHERE app_id = $1 AND expires_at IS NULL',
  parameters: { appId: 'int8', endsAt: 'timestamptz' },
  row: {},
});

const INSERT_SECRET = defineStatement({
  name: 'insert-client-secret',
  text: `
    INSERT INTO client_secret (id, app_id, digest, created_at) VALUES ($1::uuid, $2, $3, $4)`,
  parameters: { id: 'text', appId: 'int8', digest: 'bytea', createdAt: 'timestamptz' },
  row: {},
});

export class SecretStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The secrets of an app that are valid at a time, the latest first. */
  list(appId: bigint, at: Date): Promise<SecretRecord[]> {
    return this.#statements.rows(LIST_SECRETS, { appId, at });
  }

  /**
   * Makes a secret an app's only current one. Secrets that have ended are removed.
   * @param previousEndsAt when the current one ends. Secrets that have an end keep it. Null ends all now
   */
  async replace(
    appId: bigint,
    secret: { id: string; digest: Uint8Array; createdAt: Date },
    previousEndsAt: Date | null,
  ): Promise<void> {
    if (previousEndsAt) {
      await this.#statements.rows(REMOVE_ENDED_SECRETS, { appId, at: secret.createdAt });
      await this.#statements.rows(END_CURRENT_SECRET, { appId, endsAt: previousEndsAt });
    } else {
      await this.#statements.rows(REMOVE_SECRETS, { appId });
    }
    await this.#statements.rows(INSERT_SECRET, { ...secret, appId });
  }
}

import { defineStatement, type Page, type Statements } from '@app-platform/runtime/database';

export type ApiKey = {
  id: string;
  organizationId: string;
  name: string;
  /** The first characters of the key. */
  hint: string;
  roles: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

const API_KEYS = `
  SELECT id::text AS id, organization_id AS "organizationId", name, hint, roles,
    created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"
  FROM api_key`;

const row = {
  id: 'text',
  organizationId: 'text',
  name: 'text',
  hint: 'text',
  roles: 'text[]',
  createdAt: 'timestamptz',
  lastUsedAt: 'timestamptz?',
  revokedAt: 'timestamptz?',
} as const;

const INSERT_KEY = defineStatement({
  name: 'insert-api-key',
  text: `
    INSERT INTO api_key (id, organization_id, name, digest, hint, roles, created_at)
    VALUES ($1::uuid, $2, $3, $4, $5, $6, $7)`,
  parameters: {
    id: 'text',
    organizationId: 'text',
    name: 'text',
    digest: 'bytea',
    hint: 'text',
    roles: 'text[]',
    createdAt: 'timestamptz',
  },
  row: {},
});

const FIND_KEY = defineStatement({
  name: 'find-api-key-of-organization',
  text: `${API_KEYS} WHERE id = $2::uuid AND organization_id = $1`,
  parameters: { organizationId: 'text', id: 'text' },
  row,
});

const FIND_KEYS_BY_NAME = defineStatement({
  name: 'find-api-keys-by-name',
  text: `
    ${API_KEYS} WHERE organization_id = $1 AND name = $2 AND revoked_at IS NULL
    ORDER BY api_key.id LIMIT 2`,
  parameters: { organizationId: 'text', name: 'text' },
  row,
});

const LIST_KEYS = defineStatement({
  name: 'list-api-keys',
  text: `${API_KEYS} WHERE organization_id = $1 AND id > $2::uuid ORDER BY api_key.id LIMIT $3`,
  parameters: { organizationId: 'text', after: 'text', limit: 'int8' },
  row,
});

const REVOKE_KEY = defineStatement({
  name: 'revoke-api-key',
  text: `
    UPDATE api_key SET revoked_at = $3
    WHERE id = $2::uuid AND organization_id = $1 AND revoked_at IS NULL
    RETURNING id::text AS id`,
  parameters: { organizationId: 'text', id: 'text', at: 'timestamptz' },
  row: { id: 'text' },
});

/** Replicas write in any order, and their clocks differ. */
const RECORD_LAST_USE = defineStatement({
  name: 'record-last-use',
  text: `
    UPDATE api_key SET last_used_at = GREATEST(last_used_at, used.at::timestamptz)
    FROM unnest($1::text[], $2::text[]) AS used (id, at) WHERE api_key.id = used.id::uuid`,
  parameters: { ids: 'text[]', times: 'text[]' },
  row: {},
});

const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

export class ApiKeyStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  async create(apiKey: ApiKey, digest: Uint8Array): Promise<void> {
    await this.#statements.rows(INSERT_KEY, { ...apiKey, digest });
  }

  async find(organizationId: string, id: string): Promise<ApiKey | undefined> {
    return (await this.#statements.rows(FIND_KEY, { organizationId, id }))[0];
  }

  /** @returns the first two, by id, that are not revoked; a name is not unique */
  findByName(organizationId: string, name: string): Promise<ApiKey[]> {
    return this.#statements.rows(FIND_KEYS_BY_NAME, { organizationId, name });
  }

  /** By id; revoked keys among them. */
  list(organizationId: string, { after = BEFORE_EVERY_ID, size }: Page): Promise<ApiKey[]> {
    return this.#statements.rows(LIST_KEYS, { organizationId, after, limit: BigInt(size + 1) });
  }

  /** @returns false where the key is revoked already */
  async revoke(organizationId: string, id: string, at: Date): Promise<boolean> {
    return (await this.#statements.rows(REVOKE_KEY, { organizationId, id, at })).length > 0;
  }

  async recordLastUse(uses: [id: string, at: Date][]): Promise<void> {
    if (uses.length === 0) return;
    const ids = uses.map(([id]) => id);
    const times = uses.map(([, at]) => at.toISOString());
    await this.#statements.rows(RECORD_LAST_USE, { ids, times });
  }
}

import { defineStatement, type Page, type Statements } from '@app-platform/runtime/database';

/** Why events are no longer sent: its owner's decision, failures, or the receiver's answer 410. */
export type DisabledReason = 'owner' | 'failing' | 'gone';

export type Webhook = {
  id: string;
  /** The app whose current version declares it; null where the organization created it. */
  app: string | null;
  url: string;
  events: string[];
  description: string;
  /** Whether a secret was generated that its owner knows. */
  hasSecret: boolean;
  createdAt: Date;
  updatedAt: Date;
  disabledAt: Date | null;
  disabledReason: string | null;
  lastSuccessAt: Date | null;
};

export type WebhookInsertion = {
  organizationId: string;
  url: string;
  events: string[];
  description: string;
  /** Encrypted. */
  secret: Uint8Array;
};

/** The fields that its owner can change. */
export type WebhookChange = Pick<
  Webhook,
  'url' | 'events' | 'description' | 'disabledAt' | 'disabledReason' | 'updatedAt'
>;

const WEBHOOKS = `
  SELECT w.id::text AS id, a.name AS app, w.url, w.events, w.description,
    w.secret IS NOT NULL AS "hasSecret", w.created_at AS "createdAt", w.updated_at AS "updatedAt",
    w.disabled_at AS "disabledAt", w.disabled_reason AS "disabledReason",
    w.last_success_at AS "lastSuccessAt"
  FROM webhook w LEFT JOIN app a ON a.id = w.app_id`;

const row = {
  id: 'text',
  app: 'text?',
  url: 'text',
  events: 'text[]',
  description: 'text',
  hasSecret: 'bool',
  createdAt: 'timestamptz',
  updatedAt: 'timestamptz',
  disabledAt: 'timestamptz?',
  disabledReason: 'text?',
  lastSuccessAt: 'timestamptz?',
} as const;

const LIST_WEBHOOKS = defineStatement({
  name: 'list-webhooks',
  text: `${WEBHOOKS} WHERE w.organization_id = $1 AND w.id > $2 ORDER BY w.id LIMIT $3`,
  parameters: { organizationId: 'text', after: 'text', limit: 'int8' },
  row,
});

const FIND_WEBHOOK = defineStatement({
  name: 'find-webhook',
  text: `${WEBHOOKS} WHERE w.id = $1 AND w.organization_id = $2`,
  parameters: { id: 'text', organizationId: 'text' },
  row,
});

const LOCK_WEBHOOK = defineStatement({
  name: 'lock-webhook',
  text: `${WEBHOOKS} WHERE w.id = $1 AND w.organization_id = $2 FOR NO KEY UPDATE OF w`,
  parameters: { id: 'text', organizationId: 'text' },
  row,
});

const COUNT_WEBHOOKS = defineStatement({
  name: 'count-webhooks',
  text: `
    SELECT count(*)::int4 AS count FROM webhook WHERE organization_id = $1 AND app_id IS NULL`,
  parameters: { organizationId: 'text' },
  row: { count: 'int4' },
});

const INSERT_WEBHOOK = defineStatement({
  name: 'insert-webhook',
  text: `
    INSERT INTO webhook (organization_id, url, events, description, secret)
    VALUES ($1, $2, $3, $4, $5) RETURNING id::text AS id`,
  parameters: {
    organizationId: 'text',
    url: 'text',
    events: 'text[]',
    description: 'text',
    secret: 'bytea',
  },
  row: { id: 'text' },
});

const CHANGE_WEBHOOK = defineStatement({
  name: 'change-webhook',
  text: `
    UPDATE webhook SET url = $2, events = $3, description = $4, disabled_at = $5,
      disabled_reason = $6, updated_at = $7
    WHERE id = $1`,
  parameters: {
    id: 'text',
    url: 'text',
    events: 'text[]',
    description: 'text',
    disabledAt: 'timestamptz?',
    disabledReason: 'text?',
    updatedAt: 'timestamptz',
  },
  row: {},
});

const REMOVE_WEBHOOK = defineStatement({
  name: 'remove-webhook',
  text: 'DELETE FROM webhook WHERE id = $1',
  parameters: { id: 'text' },
  row: {},
});

const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

const REPLACE_SECRET = defineStatement({
  name: 'replace-webhook-secret',
  text: `
    UPDATE webhook SET secret = $2, updated_at = now(),
      previous_secret = CASE WHEN $3 > 0 THEN secret END,
      previous_secret_ends_at = now() + $3 * interval '1 second'
    WHERE id = $1`,
  parameters: { id: 'text', secret: 'bytea', overlapSeconds: 'int4' },
  row: {},
});

const LIST_SECRETS = defineStatement({
  name: 'list-webhook-secrets',
  text: `
    SELECT id::text AS id, secret, previous_secret AS "previousSecret" FROM webhook
    WHERE id > $1 AND secret IS NOT NULL ORDER BY webhook.id LIMIT $2 FOR NO KEY UPDATE`,
  parameters: { after: 'text', limit: 'int8' },
  row: { id: 'text', secret: 'bytea', previousSecret: 'bytea?' },
});

const SET_SECRETS = defineStatement({
  name: 'set-webhook-secrets',
  text: 'UPDATE webhook SET secret = $2, previous_secret = $3 WHERE id = $1',
  parameters: { id: 'text', secret: 'bytea', previousSecret: 'bytea?' },
  row: {},
});

/** Webhooks of organizations, and those that the current versions of their apps declare. */
export class WebhookStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** By id. */
  list(organizationId: string, page: Page): Promise<Webhook[]> {
    const after = page.after ?? BEFORE_EVERY_ID;
    const limit = BigInt(page.size + 1);
    return this.#statements.rows(LIST_WEBHOOKS, { organizationId, after, limit });
  }

  async find(organizationId: string, id: string): Promise<Webhook | undefined> {
    return (await this.#statements.rows(FIND_WEBHOOK, { id, organizationId }))[0];
  }

  /** Finds it, and locks it until the end of the transaction. */
  async lock(organizationId: string, id: string): Promise<Webhook | undefined> {
    return (await this.#statements.rows(LOCK_WEBHOOK, { id, organizationId }))[0];
  }

  /** How many the organization has created. */
  async count(organizationId: string): Promise<number> {
    return (await this.#statements.rows(COUNT_WEBHOOKS, { organizationId }))[0]?.count ?? 0;
  }

  /** @returns its id */
  async create(webhook: WebhookInsertion): Promise<string> {
    const [created] = await this.#statements.rows(INSERT_WEBHOOK, webhook);
    if (!created) throw new Error('an insert returned no row');
    return created.id;
  }

  async change(id: string, change: WebhookChange): Promise<void> {
    await this.#statements.rows(CHANGE_WEBHOOK, { id, ...change });
  }

  /** Its deliveries end with it. */
  async remove(id: string): Promise<void> {
    await this.#statements.rows(REMOVE_WEBHOOK, { id });
  }

  /** @param overlapSeconds how long the secret before signs too */
  async replaceSecret(id: string, secret: Uint8Array, overlapSeconds: number): Promise<void> {
    await this.#statements.rows(REPLACE_SECRET, { id, secret, overlapSeconds });
  }

  /** By id, locked until the end of the transaction. */
  listSecrets(after: string | undefined, most: number) {
    const limit = BigInt(most);
    return this.#statements.rows(LIST_SECRETS, { after: after ?? BEFORE_EVERY_ID, limit });
  }

  async setSecrets(
    id: string,
    secrets: { secret: Uint8Array; previousSecret: Uint8Array | null },
  ): Promise<void> {
    await this.#statements.rows(SET_SECRETS, { id, ...secrets });
  }
}

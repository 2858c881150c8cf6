import {
  defineStatement,
  type PartitionedTables,
  type Statements,
} from '@app-platform/runtime/database';
import type { DisabledReason } from './webhook-store.ts';

/** One attempt to deliver, as the delivery log shows it. */
export type Attempt = {
  /** ISO 8601. */
  at: string;
  durationMilliseconds: number;
  /** Null where no response came. */
  responseStatus: number | null;
  /** Why there was none, or that it was no success; null for a success. */
  error: string | null;
};

/** A delivery that a replica has claimed, with what it needs to send it. */
export type ClaimedDelivery = {
  id: bigint;
  webhookId: string;
  organizationId: string;
  eventId: string;
  eventType: string;
  createdAt: Date;
  url: string;
  payload: string;
  /** The app and the organization of the event; null where it is about none. */
  appClientId: string | null;
  appOrganizationId: string | null;
  attempts: Attempt[];
  secret: Uint8Array | null;
  /** Null once its overlap has ended. */
  previousSecret: Uint8Array | null;
  /** The database's time, for the clocks of replicas differ. */
  now: Date;
};

/** How long events, their deliveries and the attempts are kept. */
const EVENT_DAYS = 30;
/** The last attempt of a delivery that was requested at the end of these days comes within them. */
const ATTEMPT_DAYS = 4;

/** Deliveries, or events, that are not to be removed yet. */
export const keptRows = (table: string) =>
  `${table}.created_at > now() - interval '${EVENT_DAYS} days'`;

/** Each month is dropped when all of it is too old. The migration `webhook_partitions` defines the function. */
export const webhookPartitions: PartitionedTables = {
  rows: 'webhook events and deliveries',
  statement: defineStatement({
    name: 'keep-webhook-partitions',
    text: `SELECT keep_webhook_partitions(${EVENT_DAYS + ATTEMPT_DAYS}) AS changed`,
    parameters: {},
    row: { changed: 'int4' },
  }),
};

/**
 * Due deliveries of slow receivers, or of all others: few of each webhook and organization, so that none
 * fills every place, the first of each organization before its second, and none of a suspended
 * organization. A claim moves the due time to the end of a lease: a replica that ends loses nothing.
 */
const CLAIM_DELIVERIES = defineStatement({
  name: 'claim-webhook-deliveries',
  text: `
    WITH webhook_runs AS (
      SELECT id, count(*) AS running FROM unnest($2::text[]::uuid[]) AS run (id) GROUP BY id
    ), organization_runs AS (
      SELECT id, count(*) AS running FROM unnest($3::text[]) AS run (id) GROUP BY id
    ), oldest AS (
      SELECT id, webhook_id, organization_id, due_at FROM webhook_delivery d
      WHERE due_at <= now() AND ${keptRows('d')} AND (webhook_id = ANY($8::text[]::uuid[])) = $9
        AND webhook_id <> ALL(ARRAY(SELECT id FROM webhook_runs WHERE running >= $4))
        AND organization_id <> ALL(ARRAY(
          SELECT id FROM organization_runs WHERE running >= $5
          UNION ALL SELECT id::text FROM organization WHERE suspended_at IS NOT NULL))
      ORDER BY due_at LIMIT 1000
    ), of_webhooks AS (
      SELECT oldest.*, coalesce(running, 0)
        + row_number() OVER (PARTITION BY webhook_id ORDER BY due_at, oldest.id) AS place
      FROM oldest LEFT JOIN webhook_runs r ON r.id = webhook_id
    ), of_organizations AS (
      SELECT w.id, w.due_at, coalesce(running, 0)
        + row_number() OVER (PARTITION BY organization_id ORDER BY due_at, w.id) AS place
      FROM of_webhooks w LEFT JOIN organization_runs r ON r.id = organization_id
      WHERE w.place <= $4
    ), due AS (
      SELECT d.id
      FROM unnest(ARRAY(
        SELECT id FROM of_organizations WHERE place <= $5 ORDER BY place, due_at, id
      )) WITH ORDINALITY AS chosen (id, turn)
      JOIN webhook_delivery d ON d.id = chosen.id AND d.due_at <= now()
      ORDER BY chosen.turn LIMIT $6 FOR UPDATE OF d SKIP LOCKED
    ), claimed AS (
      UPDATE webhook_delivery d SET claim = $1, due_at = now() + $7::int4 * interval '1 second'
      FROM due WHERE d.id = due.id
      RETURNING d.id, d.webhook_id, d.event_id, d.created_at, d.attempts
    )
    SELECT c.id, w.id::text AS "webhookId", w.organization_id AS "organizationId",
      e.id::text AS "eventId", e.type AS "eventType", c.created_at AS "createdAt", w.url,
      e.payload::text AS payload, c.attempts, w.secret,
      (SELECT client_id FROM app WHERE name = e.payload -> 'data' ->> 'app') AS "appClientId",
      e.payload -> 'data' ->> 'organizationId' AS "appOrganizationId",
      CASE WHEN w.previous_secret_ends_at > now() THEN w.previous_secret END AS "previousSecret",
      now() AS now
    FROM claimed c JOIN webhook w ON w.id = c.webhook_id
      JOIN webhook_event e ON e.id = c.event_id AND e.created_at <= c.created_at
    ORDER BY c.id`,
  parameters: {
    claim: 'text',
    webhookIds: 'text[]',
    organizationIds: 'text[]',
    mostOfWebhook: 'int8',
    mostOfOrganization: 'int8',
    most: 'int8',
    leaseSeconds: 'int4',
    slowWebhookIds: 'text[]',
    isSlow: 'bool',
  },
  row: {
    id: 'int8',
    webhookId: 'text',
    organizationId: 'text',
    eventId: 'text',
    eventType: 'text',
    createdAt: 'timestamptz',
    url: 'text',
    payload: 'text',
    appClientId: 'text?',
    appOrganizationId: 'text?',
    attempts: 'json',
    secret: 'bytea?',
    previousSecret: 'bytea?',
    now: 'timestamptz',
  },
});

/** Records nothing where another claim has replaced this one, or the delivery was canceled. */
const RECORD_ATTEMPT = defineStatement({
  name: 'record-webhook-attempt',
  text: `
    UPDATE webhook_delivery SET status = $3, attempts = $4, claim = NULL,
      due_at = now() + $5::int4 * interval '1 millisecond'
    WHERE id = $1 AND claim = $2
    RETURNING webhook_id::text AS "webhookId"`,
  parameters: {
    id: 'int8',
    claim: 'text',
    status: 'text',
    attempts: 'json',
    retryMilliseconds: 'int4?',
  },
  row: { webhookId: 'text' },
});

/** A statement of its own: a deletion locks the webhook and waits for its deliveries. */
const RECORD_SUCCESS = defineStatement({
  name: 'record-webhook-success',
  text: 'UPDATE webhook SET last_success_at = now() WHERE id = $1',
  parameters: { webhookId: 'text' },
  row: {},
});

/** Only while nothing has succeeded since a time. */
const DISABLE_WEBHOOK = defineStatement({
  name: 'disable-webhook',
  text: `
    UPDATE webhook SET disabled_at = now(), disabled_reason = $2, updated_at = now()
    WHERE id = $1 AND disabled_at IS NULL
      AND ($3::timestamptz IS NULL OR last_success_at IS NULL OR last_success_at < $3::timestamptz)
    RETURNING id::text AS id`,
  parameters: { id: 'text', reason: 'text', unlessSuccessSince: 'timestamptz?' },
  row: { id: 'text' },
});

const CANCEL_DELIVERIES = defineStatement({
  name: 'cancel-webhook-deliveries',
  text: `
    UPDATE webhook_delivery SET status = 'canceled', due_at = NULL, claim = NULL
    WHERE webhook_id = $1 AND status = 'pending'`,
  parameters: { webhookId: 'text' },
  row: {},
});

const OLDEST_DUE = defineStatement({
  name: 'oldest-due-webhook-delivery',
  text: `
    SELECT GREATEST(0, EXTRACT(EPOCH FROM now() - due_at))::int4 AS seconds FROM webhook_delivery d
    WHERE due_at <= now() AND ${keptRows('d')} AND organization_id <> ALL(ARRAY(
      SELECT id::text FROM organization WHERE suspended_at IS NOT NULL))
    ORDER BY due_at LIMIT 1`,
  parameters: {},
  row: { seconds: 'int4' },
});

export type Claim = {
  claim: string;
  /** The webhooks of the deliveries that this replica is sending. */
  webhookIds: string[];
  organizationIds: string[];
  mostOfWebhook: bigint;
  mostOfOrganization: bigint;
  most: bigint;
  leaseSeconds: number;
  slowWebhookIds: string[];
  /** Whether deliveries of the slow webhooks are taken, or those of all others. */
  isSlow: boolean;
};

/** The outcome of an attempt. */
export type AttemptOutcome = {
  status: 'pending' | 'delivered' | 'failed';
  /** Until the next attempt; null where none follows. */
  retryMilliseconds: number | null;
};

/** The deliveries that are to be sent. */
export class DeliveryStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** Takes due deliveries that no other replica has taken. */
  async claim(claim: Claim): Promise<ClaimedDelivery[]> {
    const rows = await this.#statements.rows(CLAIM_DELIVERIES, claim);
    return rows.map((one) => ({ ...one, attempts: one.attempts as Attempt[] }));
  }

  /** Records an attempt of a delivery and what follows. */
  async record(
    { id, claim }: { id: bigint; claim: string },
    attempts: readonly Attempt[],
    outcome: AttemptOutcome,
  ): Promise<void> {
    const values = { id, claim, attempts: JSON.stringify(attempts), ...outcome };
    const [recorded] = await this.#statements.rows(RECORD_ATTEMPT, values);
    if (!recorded || outcome.status !== 'delivered') return;
    await this.#statements.rows(RECORD_SUCCESS, { webhookId: recorded.webhookId });
  }

  /**
   * Disables a webhook, and cancels what was to be sent to it.
   * @param unlessSuccessSince leaves it where an attempt succeeded since then
   * @returns whether it was active until now
   */
  async disable(
    id: string,
    reason: DisabledReason,
    unlessSuccessSince: Date | null = null,
  ): Promise<boolean> {
    const values = { id, reason, unlessSuccessSince };
    if ((await this.#statements.rows(DISABLE_WEBHOOK, values)).length === 0) return false;
    await this.cancel(id);
    return true;
  }

  /** Cancels what was to be sent to a webhook. */
  async cancel(webhookId: string): Promise<void> {
    await this.#statements.rows(CANCEL_DELIVERIES, { webhookId });
  }

  /** @returns how long the oldest delivery that nobody has claimed is due; 0 without any */
  async oldestDueSeconds(): Promise<number> {
    return (await this.#statements.rows(OLDEST_DUE, {}))[0]?.seconds ?? 0;
  }
}

import { defineStatement, type Page, type Statements } from '@app-platform/runtime/database';
import type { AuditStores } from '../audit/audit-store.ts';
import type { OrganizationStores } from '../organizations/organization-store.ts';
import { type Attempt, type DeliveryStore, keptRows } from './delivery-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The stores that changes of webhooks need. */
export type WebhookStores = AuditStores &
  OrganizationStores & {
    webhooks: WebhookStore;
    deliveries: DeliveryStore;
    deliveryLog: DeliveryLogStore;
  };

export type Delivery = {
  id: bigint;
  eventId: string;
  eventType: string;
  status: string;
  createdAt: Date;
  /** Null where no attempt follows. */
  nextAttemptAt: Date | null;
  attempts: Attempt[];
  payload: string;
};

const DELIVERIES = `
  SELECT d.id, e.id::text AS "eventId", e.type AS "eventType", d.status,
    d.created_at AS "createdAt", d.due_at AS "nextAttemptAt", d.attempts, e.payload::text AS payload
  FROM webhook_delivery d
    JOIN webhook_event e ON e.id = d.event_id AND e.created_at <= d.created_at
  WHERE ${keptRows('d')} AND ${keptRows('e')}`;

const row = {
  id: 'int8',
  eventId: 'text',
  eventType: 'text',
  status: 'text',
  createdAt: 'timestamptz',
  nextAttemptAt: 'timestamptz?',
  attempts: 'json',
  payload: 'text',
} as const;

const LIST_DELIVERIES = defineStatement({
  name: 'list-webhook-deliveries',
  text: `${DELIVERIES} AND d.webhook_id = $1 AND d.id < $2 ORDER BY d.id DESC LIMIT $3`,
  parameters: { webhookId: 'text', before: 'int8', limit: 'int8' },
  row,
});

const FIND_DELIVERY = defineStatement({
  name: 'find-webhook-delivery',
  text: `${DELIVERIES} AND d.id = $1 AND d.webhook_id = $2`,
  parameters: { id: 'int8', webhookId: 'text' },
  row,
});

/** Another delivery of the same event. */
const REPEAT_DELIVERY = defineStatement({
  name: 'repeat-webhook-delivery',
  text: `
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id)
    SELECT d.event_id, d.webhook_id, d.organization_id FROM webhook_delivery d
      JOIN webhook_event e ON e.id = d.event_id AND e.created_at <= d.created_at
    WHERE d.id = $1 AND d.webhook_id = $2 AND ${keptRows('e')}
    RETURNING id`,
  parameters: { id: 'int8', webhookId: 'text' },
  row: { id: 'int8' },
});

const ADD_EVENT = defineStatement({
  name: 'add-webhook-event',
  text: `
    WITH event AS (INSERT INTO webhook_event (type, payload) VALUES ($2, $3) RETURNING id)
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id)
    SELECT event.id, webhook.id, webhook.organization_id FROM event, webhook WHERE webhook.id = $1
    RETURNING id`,
  parameters: { webhookId: 'text', type: 'text', payload: 'json' },
  row: { id: 'int8' },
});

const AFTER_EVERY_ID = 2n ** 62n;

/** The deliveries of a webhook, and new ones that its owner requests. */
export class DeliveryLogStore {
  readonly #statements: Statements;
  readonly #onDeliveries: () => void;

  /** @param onDeliveries called where there is something to deliver after the commit */
  constructor(statements: Statements, onDeliveries: () => void = () => undefined) {
    this.#statements = statements;
    this.#onDeliveries = onDeliveries;
  }

  /** The latest first. */
  async list(webhookId: string, page: Page): Promise<Delivery[]> {
    const before = page.after === undefined ? AFTER_EVERY_ID : BigInt(page.after);
    const values = { webhookId, before, limit: BigInt(page.size + 1) };
    const rows = await this.#statements.rows(LIST_DELIVERIES, values);
    return rows.map((one) => ({ ...one, attempts: one.attempts as Attempt[] }));
  }

  async find(webhookId: string, id: bigint): Promise<Delivery | undefined> {
    const [found] = await this.#statements.rows(FIND_DELIVERY, { id, webhookId });
    return found && { ...found, attempts: found.attempts as Attempt[] };
  }

  /**
   * Delivers an event again, as a delivery of its own.
   * @returns its id, or nothing where there is no such delivery
   */
  async repeat(webhookId: string, id: bigint): Promise<bigint | undefined> {
    const [added] = await this.#statements.rows(REPEAT_DELIVERY, { id, webhookId });
    if (added) this.#onDeliveries();
    return added?.id;
  }

  /** Delivers an event to one webhook. @returns the id of the delivery */
  async add(webhookId: string, type: string, payload: string): Promise<bigint> {
    const [added] = await this.#statements.rows(ADD_EVENT, { webhookId, type, payload });
    if (!added) throw new Error('an insert returned no row');
    this.#onDeliveries();
    return added.id;
  }
}

import { defineStatement, type Statements } from '@app-platform/runtime/database';
import type { Delivery } from './delivery-log-store.ts';
import { type Attempt, keptRows } from './delivery-store.ts';

/** A delivery to a webhook of an organization, with what it is about. */
export type AppDelivery = Delivery & {
  organizationId: string;
  webhookId: string;
  /** The app that declares the webhook; null where the organization created it. */
  declaredBy: bigint | null;
  /** The app of the event; null for a test. */
  app: string | null;
  /** When the webhook was deactivated, which canceled the delivery. */
  disabledAt: Date | null;
};

/** A webhook that hears of many apps is searched no further for the deliveries of one. */
const MOST_OF_WEBHOOK = 200;

const COLUMNS = `
    d.id, e.id::text AS "eventId", e.type AS "eventType", d.status, d.created_at AS "createdAt",
    d.due_at AS "nextAttemptAt", d.attempts, e.payload::text AS payload,
    d.organization_id AS "organizationId", w.id::text AS "webhookId", w.app_id AS "declaredBy",
    e.payload->'data'->>'app' AS app, w.disabled_at AS "disabledAt"`;

const row = {
  id: 'int8',
  eventId: 'text',
  eventType: 'text',
  status: 'text',
  createdAt: 'timestamptz',
  nextAttemptAt: 'timestamptz?',
  attempts: 'json',
  payload: 'text',
  organizationId: 'text',
  webhookId: 'text',
  declaredBy: 'int8?',
  app: 'text?',
  disabledAt: 'timestamptz?',
} as const;

/** To the webhooks that the app declares, and of its events to those that the organization created. */
const LIST_DELIVERIES_OF_APP = defineStatement({
  name: 'list-webhook-deliveries-of-app',
  text: `
    SELECT found.* FROM webhook w CROSS JOIN LATERAL (
      SELECT ${COLUMNS}
      FROM webhook_delivery d
        JOIN webhook_event e ON e.id = d.event_id AND e.created_at <= d.created_at
      WHERE d.webhook_id = w.id AND ${keptRows('d')} AND ${keptRows('e')}
      ORDER BY d.id DESC LIMIT ${MOST_OF_WEBHOOK}) found
    WHERE w.organization_id = $1 AND (w.app_id IS NULL OR w.app_id = $2)
      AND (w.app_id = $2 OR found.app IS NULL OR found.app = $3)
    ORDER BY found.id DESC LIMIT $4::int4`,
  parameters: { organizationId: 'text', appId: 'int8', app: 'text', most: 'int4' },
  row,
});

const FIND_DELIVERIES = defineStatement({
  name: 'find-webhook-deliveries',
  text: `
    SELECT ${COLUMNS}
    FROM unnest($1::text[]::int8[]) AS asked (id)
      JOIN webhook_delivery d ON d.id = asked.id
      JOIN webhook_event e ON e.id = d.event_id AND e.created_at <= d.created_at
      JOIN webhook w ON w.id = d.webhook_id
    WHERE ${keptRows('d')} AND ${keptRows('e')}`,
  parameters: { ids: 'text[]' },
  row,
});

/** Deliveries as the log of an app has them. */
export class AppDeliveryStore {
  readonly #statements: Statements;

  constructor(statements: Statements) {
    this.#statements = statements;
  }

  /** The latest first. */
  async list(
    { organizationId, appId, name: app }: { organizationId: string; appId: bigint; name: string },
    most: number,
  ): Promise<AppDelivery[]> {
    const values = { organizationId, appId, app, most };
    const rows = await this.#statements.rows(LIST_DELIVERIES_OF_APP, values);
    return rows.map((one) => ({ ...one, attempts: one.attempts as Attempt[] }));
  }

  async find(ids: readonly bigint[]): Promise<AppDelivery[]> {
    const rows = await this.#statements.rows(FIND_DELIVERIES, { ids: ids.map(String) });
    return rows.map((one) => ({ ...one, attempts: one.attempts as Attempt[] }));
  }
}

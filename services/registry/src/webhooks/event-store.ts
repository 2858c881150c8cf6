import type { AppEventType, LifecycleWebhook } from '@app-platform/app-definition';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

export type AppEvent = {
  type: AppEventType;
  appId: bigint;
  /** The app's name. */
  app: string;
  version: string;
  /** Whose action it is: the installing or the owning organization. */
  organizationId: string;
  at: Date;
  /** What receivers are told besides: nothing of the organization, for the app's owner hears it too. */
  data?: Record<string, unknown>;
};

/**
 * Writes an event and a delivery for each active webhook that hears it, and nothing where there is
 * none. The lock keeps a webhook until the end of the transaction, so that no delivery names one that
 * was deleted meanwhile.
 */
const APPEND_EVENT = defineStatement({
  name: 'append-webhook-event',
  text: `
    WITH subscribed AS (
      SELECT id, organization_id FROM webhook WHERE id = ANY(ARRAY(
        SELECT id FROM webhook
        WHERE organization_id = $1 AND app_id IS NULL AND disabled_at IS NULL AND $3 = ANY(events)
        UNION ALL
        SELECT id FROM webhook WHERE app_id = $2 AND disabled_at IS NULL AND $3 = ANY(events)))
      FOR KEY SHARE
    ), event AS (
      INSERT INTO webhook_event (type, payload)
      SELECT $3, $4 WHERE EXISTS (SELECT FROM subscribed) RETURNING id
    )
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id)
    SELECT event.id, subscribed.id, subscribed.organization_id FROM event, subscribed
    RETURNING id::text AS id`,
  parameters: { organizationId: 'text', appId: 'int8', type: 'text', payload: 'json' },
  row: { id: 'text' },
});

/** Keeps the id and the secret of an address that stays. */
const SET_LIFECYCLE_WEBHOOKS = defineStatement({
  name: 'set-lifecycle-webhooks',
  text: `
    WITH declared AS (
      SELECT url, events FROM json_to_recordset($3) AS declared (url text, events text[])
    ), removed AS (
      DELETE FROM webhook WHERE app_id = $1 AND url NOT IN (SELECT url FROM declared)
    )
    INSERT INTO webhook AS kept (app_id, organization_id, url, events)
    SELECT $1, $2, url, events FROM declared
    ON CONFLICT (app_id, url) DO UPDATE SET events = EXCLUDED.events, updated_at = now()
      WHERE kept.events <> EXCLUDED.events`,
  parameters: { appId: 'int8', organizationId: 'text', webhooks: 'json' },
  row: {},
});

/** Most versions declare none: this costs as little as a look-up by the index. */
const REMOVE_LIFECYCLE_WEBHOOKS = defineStatement({
  name: 'remove-lifecycle-webhooks',
  text: 'DELETE FROM webhook WHERE app_id = $1',
  parameters: { appId: 'int8' },
  row: {},
});

/** Adds events to the outbox, in the transaction of the change that they tell of. */
export class EventStore {
  readonly #statements: Statements;
  readonly #onDeliveries: () => void;

  /** @param onDeliveries called where there is something to deliver after the commit */
  constructor(statements: Statements, onDeliveries: () => void = () => undefined) {
    this.#statements = statements;
    this.#onDeliveries = onDeliveries;
  }

  async append(event: AppEvent): Promise<void> {
    const { type, appId, organizationId, app, version, at, data } = event;
    const payload = eventPayload(type, at, { app, version, organizationId, ...data });
    const values = { organizationId, appId, type, payload };
    const deliveries = await this.#statements.rows(APPEND_EVENT, values);
    if (deliveries.length > 0) this.#onDeliveries();
  }

  /** Makes these the webhooks that an app's current version declares. */
  async setLifecycleWebhooks(
    { appId, organizationId }: Pick<AppEvent, 'appId' | 'organizationId'>,
    declared: readonly LifecycleWebhook[],
  ): Promise<void> {
    if (declared.length === 0) {
      await this.#statements.rows(REMOVE_LIFECYCLE_WEBHOOKS, { appId });
      return;
    }
    const webhooks = JSON.stringify(declared);
    await this.#statements.rows(SET_LIFECYCLE_WEBHOOKS, { appId, organizationId, webhooks });
  }
}

/** The body of a delivery, as Standard Webhooks recommends it. */
export function eventPayload(type: string, at: Date, data: Record<string, unknown>): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

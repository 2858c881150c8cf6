import type { AppEventType, LifecycleWebhook } from '@app-platform/app-definition';
import { defineStatement, type Statements } from '@app-platform/runtime/database';

export type EventStores = { events: EventStore };

export type AppEvent = {
  type: AppEventType;
  /** Left out for the app of that name: one that is added by a statement right before. */
  appId?: bigint;
  /** The app's name. */
  app: string;
  version: string;
  /** Whose action it is: the installing or the owning organization. */
  organizationId: string;
  at: Date;
  /** More fields of the payload. No data of the organization: the app's owner receives the event too. */
  data?: Record<string, unknown>;
};

/** What an app's owner finds in the log of the app, whether or not a webhook hears of it. */
const LOGGED: readonly AppEventType[] = [
  'app.installed',
  'app.upgraded',
  'app.uninstalled',
  'app.restored',
];

const KEEP_IN_LOG = `
    , logged AS (
      INSERT INTO installation_event (app_id, event_id, type, payload)
      SELECT coalesce($2, (SELECT id FROM app WHERE name = $5)), id, $3, $4 FROM named
    )`;

/**
 * Writes an event and a delivery for each active webhook that subscribes to it, and nothing without such
 * webhooks. The lock keeps the webhooks from being deleted before the transaction ends.
 * @param more further parts of the statement
 */
const appendStatement = (name: string, more = '') =>
  defineStatement({
    name,
    text: `
    WITH subscribed AS (
      SELECT id, organization_id FROM webhook WHERE id = ANY(ARRAY(
        SELECT id FROM webhook
        WHERE organization_id = $1 AND app_id IS NULL AND disabled_at IS NULL AND $3 = ANY(events)
        UNION ALL
        SELECT id FROM webhook
        WHERE app_id = coalesce($2, (SELECT id FROM app WHERE name = $5))
          AND disabled_at IS NULL AND $3 = ANY(events)))
      FOR KEY SHARE
    ), named AS (
      SELECT gen_random_uuid() AS id
    ), event AS (
      INSERT INTO webhook_event (id, type, payload)
      SELECT id, $3, $4 FROM named WHERE EXISTS (SELECT FROM subscribed) RETURNING id
    )${more}
    INSERT INTO webhook_delivery (event_id, webhook_id, organization_id)
    SELECT event.id, subscribed.id, subscribed.organization_id FROM event, subscribed
    RETURNING id::text AS id`,
    parameters: {
      organizationId: 'text',
      appId: 'int8?',
      type: 'text',
      payload: 'json',
      app: 'text',
    },
    row: { id: 'text' },
  });

const APPEND_EVENT = appendStatement('append-webhook-event');
const APPEND_LOGGED_EVENT = appendStatement('append-logged-event', KEEP_IN_LOG);

/** Keeps the id and the secret of an address that stays. One that is added has the given secret. */
const SET_LIFECYCLE_WEBHOOKS = defineStatement({
  name: 'set-lifecycle-webhooks',
  text: `
    WITH declared AS (
      SELECT url, events, decode(secret, 'base64') AS secret
      FROM json_to_recordset($3) AS declared (url text, events text[], secret text)
    ), removed AS (
      DELETE FROM webhook WHERE app_id = $1 AND url NOT IN (SELECT url FROM declared)
    )
    INSERT INTO webhook AS kept (app_id, organization_id, url, events, secret)
    SELECT $1, $2, url, events, secret FROM declared
    ON CONFLICT (app_id, url) DO UPDATE SET events = EXCLUDED.events, updated_at = now()
      WHERE kept.events <> EXCLUDED.events
    RETURNING id::text AS id, url, encode(secret, 'base64') AS secret`,
  parameters: { appId: 'int8', organizationId: 'text', webhooks: 'json' },
  row: { id: 'text', url: 'text', secret: 'text?' },
});

/** Most versions declare none: this costs as little as a look-up by the index. */
const REMOVE_LIFECYCLE_WEBHOOKS = defineStatement({
  name: 'remove-lifecycle-webhooks',
  text: 'DELETE FROM webhook WHERE app_id = $1',
  parameters: { appId: 'int8' },
  row: {},
});

/** Adds events to the outbox, in the transaction of the change. */
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
    const values = { organizationId, appId: appId ?? null, type, payload, app };
    const statement = LOGGED.includes(type) ? APPEND_LOGGED_EVENT : APPEND_EVENT;
    const deliveries = await this.#statements.rows(statement, values);
    if (deliveries.length > 0) this.#onDeliveries();
  }

  /**
   * Makes these the webhooks that an app's current version declares.
   * @param declared with the encrypted secret of a webhook that is added. Without a secret, deliveries are
   *   signed with a derived key until the owner generates one
   * @returns the added webhooks that have the given secret
   */
  async setLifecycleWebhooks(
    { appId, organizationId }: { appId: bigint; organizationId: string },
    declared: readonly (LifecycleWebhook & { secret?: Uint8Array })[],
  ): Promise<{ id: string; url: string }[]> {
    if (declared.length === 0) {
      await this.#statements.rows(REMOVE_LIFECYCLE_WEBHOOKS, { appId });
      return [];
    }
    const sent = declared.map(({ url, events, secret }) => ({
      url,
      events,
      secret: secret ? Buffer.from(secret).toString('base64') : null,
    }));
    const values = { appId, organizationId, webhooks: JSON.stringify(sent) };
    const written = await this.#statements.rows(SET_LIFECYCLE_WEBHOOKS, values);
    // A webhook that stays has another secret. PostgreSQL breaks long base64 into lines.
    const added = new Set(sent.flatMap(({ secret }) => secret ?? []));
    return written
      .filter(({ secret }) => secret !== null && added.has(secret.replaceAll('\n', '')))
      .map(({ id, url }) => ({ id, url }));
  }
}

/** The body of a delivery, as Standard Webhooks recommends it. */
export function eventPayload(type: string, at: Date, data: Record<string, unknown>): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data });
}

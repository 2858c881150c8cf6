import type { Delivery } from './delivery-log-store.ts';
import type { Webhook } from './webhook-store.ts';

/** @param secret only in the answer that generates it */
export function webhookRecord({ id, ...webhook }: Webhook, secret?: string) {
  const { app, url, events, description, disabledAt, disabledReason, lastSuccessAt } = webhook;
  return {
    type: 'webhook',
    id,
    attributes: {
      url,
      events,
      description,
      app,
      active: disabledAt === null,
      disabledAt: disabledAt?.toISOString() ?? null,
      disabledReason,
      lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
      hasSecret: webhook.hasSecret,
      createdAt: webhook.createdAt.toISOString(),
      updatedAt: webhook.updatedAt.toISOString(),
      ...(secret !== undefined && { secret }),
    },
  };
}

export function deliveryRecord({ id, ...delivery }: Delivery) {
  const { eventId, eventType, status, createdAt, nextAttemptAt, attempts, payload } = delivery;
  return {
    type: 'webhook_delivery',
    id: String(id),
    attributes: {
      eventId,
      eventType,
      status,
      createdAt: createdAt.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      attempts,
      payload: JSON.parse(payload),
    },
  };
}

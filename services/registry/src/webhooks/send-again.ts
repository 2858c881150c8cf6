import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Stores } from '../stores.ts';
import { TEST_EVENT_TYPE } from './attempt-delivery.ts';
import type { Delivery } from './delivery-log-store.ts';
import { eventPayload } from './event-store.ts';
import { refuseInactive, requireWebhook } from './find-webhook.ts';

/**
 * Sends the event of a delivery again, with the same `webhook-id`.
 * @returns the new delivery
 * @throws AppError `not_found`, `webhook_inactive`
 */
export async function redeliver(
  { database }: Pick<Dependencies, 'database'>,
  principal: Principal,
  { id, deliveryId }: { id: string; deliveryId: bigint },
  context: RequestContext,
): Promise<Delivery> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    refuseInactive(requireWebhook(await stores.webhooks.lock(organizationId, id)));
    const added = await stores.deliveryLog.repeat(id, deliveryId);
    if (added === undefined) throw unknownDelivery();
    const delivery = await addedDelivery(stores, id, added);
    const sent = { action: 'webhook.redelivered', webhookId: id, delivery } as const;
    await record(stores, principal, sent, context);
    return delivery;
  });
}

/**
 * Sends an event that tests a webhook. It is sent once.
 * @throws AppError `not_found`, `webhook_inactive`
 */
export async function sendTest(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  principal: Principal,
  id: string,
  context: RequestContext,
): Promise<Delivery> {
  const { organizationId } = principal;
  return database.transaction(async (stores) => {
    refuseInactive(requireWebhook(await stores.webhooks.lock(organizationId, id)));
    const payload = eventPayload(TEST_EVENT_TYPE, clock(), { organizationId, webhookId: id });
    const added = await stores.deliveryLog.add(id, TEST_EVENT_TYPE, payload);
    const delivery = await addedDelivery(stores, id, added);
    const sent = { action: 'webhook.tested', webhookId: id, delivery } as const;
    await record(stores, principal, sent, context);
    return delivery;
  });
}

type SentAgain = {
  action: 'webhook.redelivered' | 'webhook.tested';
  webhookId: string;
  delivery: Delivery;
};

function record(
  { audit }: Stores,
  principal: Principal,
  { action, webhookId, delivery }: SentAgain,
  context: RequestContext,
): Promise<void> {
  const { id, eventId, eventType } = delivery;
  return audit.record({
    actor: principal,
    action,
    subject: webhookId,
    organizationId: principal.organizationId,
    context,
    after: { deliveryId: String(id), eventId, eventType },
  });
}

function unknownDelivery(): AppError {
  const detail = 'The webhook has no delivery of this id. See GET /v1/webhooks/{id}/deliveries.';
  return new AppError(problem('not_found', detail, { parameter: 'deliveryId' }));
}

async function addedDelivery(
  { deliveryLog }: Stores,
  webhookId: string,
  id: bigint,
): Promise<Delivery> {
  const delivery = await deliveryLog.find(webhookId, id);
  if (!delivery) throw new Error('a delivery vanished inside its transaction');
  return delivery;
}

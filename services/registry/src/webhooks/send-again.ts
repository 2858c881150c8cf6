import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
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
  { organizationId }: Principal,
  { id, deliveryId }: { id: string; deliveryId: bigint },
): Promise<Delivery> {
  return database.transaction(async (stores) => {
    refuseInactive(requireWebhook(await stores.webhooks.lock(organizationId, id)));
    const added = await stores.deliveryLog.repeat(id, deliveryId);
    if (added !== undefined) return addedDelivery(stores, id, added);
    const detail = 'The webhook has no delivery of this id. See GET /v1/webhooks/{id}/deliveries.';
    throw new AppError(problem('not_found', detail, { parameter: 'deliveryId' }));
  });
}

/**
 * Sends an event that tests a webhook. It is sent once.
 * @throws AppError `not_found`, `webhook_inactive`
 */
export async function sendTest(
  { database, clock }: Pick<Dependencies, 'database' | 'clock'>,
  { organizationId }: Principal,
  id: string,
): Promise<Delivery> {
  return database.transaction(async (stores) => {
    refuseInactive(requireWebhook(await stores.webhooks.lock(organizationId, id)));
    const payload = eventPayload(TEST_EVENT_TYPE, clock(), { organizationId, webhookId: id });
    const added = await stores.deliveryLog.add(id, TEST_EVENT_TYPE, payload);
    return addedDelivery(stores, id, added);
  });
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

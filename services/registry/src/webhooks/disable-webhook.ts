import type { RegistryDatabase } from '../stores.ts';
import type { ClaimedDelivery } from './delivery-store.ts';

/** Who acts where the registry itself decides. */
const dispatcher = { kind: 'service', id: 'registry' } as const;

/**
 * Disables the webhook of a delivery whose receiver is gone, or that has failed for good while nothing
 * else succeeded since the delivery began.
 */
export async function disableWebhook(
  database: RegistryDatabase,
  { id, webhookId, organizationId, createdAt }: ClaimedDelivery,
  reason: 'gone' | 'failing',
): Promise<void> {
  const since = reason === 'failing' ? createdAt : null;
  await database.transaction(async (stores) => {
    if (!(await stores.deliveries.disable(webhookId, reason, since))) return;
    await stores.audit.record({
      actor: dispatcher,
      action: 'webhook.disabled',
      subject: webhookId,
      organizationId,
      // No request has caused it.
      context: { requestId: `webhook-delivery-${id}`, traceId: null, address: '' },
      after: { reason },
    });
  });
}

import type { RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireWebhook } from './find-webhook.ts';
import { newWebhookSecret } from './webhook-secret.ts';
import type { Webhook } from './webhook-store.ts';

/**
 * Generates a secret for a webhook, in place of the one before.
 * @param overlapSeconds how long the one before signs deliveries too
 * @returns the secret, which cannot be had again
 * @throws AppError `not_found`
 */
export async function generateWebhookSecret(
  { database, webhooks: settings }: Pick<Dependencies, 'database' | 'webhooks'>,
  principal: Principal,
  id: string,
  overlapSeconds: number,
  context: RequestContext,
): Promise<{ webhook: Webhook; secret: string }> {
  const { organizationId } = principal;
  const secret = newWebhookSecret();
  const encrypted = settings.encryption.encrypt(secret);
  const webhook = await database.transaction(async ({ webhooks, audit }) => {
    requireWebhook(await webhooks.lock(organizationId, id));
    await webhooks.replaceSecret(id, encrypted, overlapSeconds);
    await audit.record({
      actor: principal,
      action: 'webhook_secret.generated',
      subject: id,
      organizationId,
      context,
      after: { overlapSeconds },
    });
    return requireWebhook(await webhooks.find(organizationId, id));
  });
  return { webhook, secret };
}

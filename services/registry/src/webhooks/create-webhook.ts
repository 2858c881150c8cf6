import type { AppEventType } from '@app-platform/app-definition';
import { problem } from '@app-platform/contracts';
import { AppError, type RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import { requireWebhook } from './find-webhook.ts';
import { refuseWebhookUrl } from './refuse-webhook-url.ts';
import { newWebhookSecret } from './webhook-secret.ts';
import type { Webhook } from './webhook-store.ts';

const MAX_WEBHOOKS = 20;

export type WebhookRequest = { url: string; events: AppEventType[]; description?: string };

/**
 * Creates a webhook of the principal's organization.
 * @returns it, and the secret, which cannot be had again
 * @throws AppError `invalid_body` for its address, `too_many_webhooks`
 */
export async function createWebhook(
  { database, webhooks: settings }: Pick<Dependencies, 'database' | 'webhooks'>,
  principal: Principal,
  { url, events, description = '' }: WebhookRequest,
  context: RequestContext,
): Promise<{ webhook: Webhook; secret: string }> {
  refuseWebhookUrl(url, settings);
  const { organizationId } = principal;
  const secret = newWebhookSecret();
  const encrypted = settings.encryption.encrypt(secret);
  const webhook = await database.transaction(async ({ organizations, webhooks, audit }) => {
    await organizations.lock(organizationId);
    if ((await webhooks.count(organizationId)) >= MAX_WEBHOOKS) throw tooManyWebhooks();
    const created = { organizationId, url, events, description, secret: encrypted };
    const id = await webhooks.create(created);
    await audit.record({
      actor: principal,
      action: 'webhook.created',
      subject: id,
      organizationId,
      context,
      after: { host: new URL(url).host, events },
    });
    return requireWebhook(await webhooks.find(organizationId, id));
  });
  return { webhook, secret };
}

function tooManyWebhooks(): AppError {
  const detail = `An organization has at most ${MAX_WEBHOOKS} webhooks. Delete one that is not used, or give one more events.`;
  return new AppError(problem('too_many_webhooks', detail));
}

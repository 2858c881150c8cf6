import type { RequestContext } from '@app-platform/http-api';
import type { Principal } from '../authentication/principal.ts';
import type { Dependencies } from '../dependencies.ts';
import type { WebhookRequest } from './create-webhook.ts';
import { refuseDeclared, requireWebhook } from './find-webhook.ts';
import { refuseWebhookUrl } from './refuse-webhook-url.ts';
import type { Webhook, WebhookChange } from './webhook-store.ts';

export type WebhookUpdate = Partial<WebhookRequest> & { active?: boolean };

type WebhookDependencies = Pick<Dependencies, 'database' | 'clock' | 'webhooks'>;

/**
 * Changes a webhook. Deactivating it cancels what was to be sent.
 * @throws AppError `not_found`, `invalid_body` for its address, `webhook_declared` for anything but
 *   `active` where a definition declares it
 */
export async function changeWebhook(
  { database, clock, webhooks: settings }: WebhookDependencies,
  principal: Principal,
  id: string,
  { active, ...fields }: WebhookUpdate,
  context: RequestContext,
): Promise<Webhook> {
  const { organizationId } = principal;
  return database.transaction(async ({ webhooks, deliveries, audit }) => {
    const webhook = requireWebhook(await webhooks.lock(organizationId, id));
    if (Object.keys(fields).length > 0) refuseDeclared(webhook);
    if (fields.url !== undefined) refuseWebhookUrl(fields.url, settings);
    const now = clock();
    await webhooks.change(id, { ...fields, ...activation(webhook, active, now), updatedAt: now });
    if (active === false) await deliveries.cancel(id);
    const changed = requireWebhook(await webhooks.find(organizationId, id));
    await audit.record({
      actor: principal,
      action: 'webhook.changed',
      subject: id,
      organizationId,
      context,
      before: auditedValues(webhook),
      after: auditedValues(changed),
    });
    return changed;
  });
}

/**
 * Deletes a webhook with its deliveries.
 * @throws AppError `not_found`, `webhook_declared`
 */
export async function deleteWebhook(
  { database }: Pick<Dependencies, 'database'>,
  principal: Principal,
  id: string,
  context: RequestContext,
): Promise<void> {
  const { organizationId } = principal;
  await database.transaction(async ({ webhooks, audit }) => {
    const webhook = requireWebhook(await webhooks.lock(organizationId, id));
    refuseDeclared(webhook);
    await webhooks.remove(id);
    await audit.record({
      actor: principal,
      action: 'webhook.deleted',
      subject: id,
      organizationId,
      context,
      before: auditedValues(webhook),
    });
  });
}

function activation(
  { disabledAt }: Webhook,
  active: boolean | undefined,
  now: Date,
): Pick<WebhookChange, 'disabledAt' | 'disabledReason'> {
  if (active === undefined || active === (disabledAt === null)) return {};
  return active
    ? { disabledAt: null, disabledReason: null }
    : { disabledAt: now, disabledReason: 'owner' };
}

/** Of the address the host alone: its path or query may be a secret. */
function auditedValues({ url, events, disabledAt }: Webhook) {
  return { host: new URL(url).host, events, active: disabledAt === null };
}

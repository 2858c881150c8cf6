import { problem } from '@app-platform/contracts';
import { AppError } from '@app-platform/http-api';
import type { Webhook } from './webhook-store.ts';

/** @throws AppError `not_found` */
export function requireWebhook(webhook: Webhook | undefined): Webhook {
  if (webhook) return webhook;
  const detail = 'Your organization has no webhook of this id. See GET /v1/webhooks.';
  throw new AppError(problem('not_found', detail, { parameter: 'id' }));
}

/** @throws AppError `webhook_declared` */
export function refuseDeclared({ app }: Webhook): void {
  if (app === null) return;
  const detail = `The current version of ${app} declares this webhook in \`lifecycleWebhooks\`. Register a version with other ones. Here it can be deactivated, and given a new secret.`;
  throw new AppError(problem('webhook_declared', detail, { parameter: 'id' }));
}

/** @throws AppError `webhook_inactive` */
export function refuseInactive({ disabledAt }: Webhook): void {
  if (disabledAt === null) return;
  const detail =
    'Nothing is sent to this webhook. Activate it with PATCH and {"active": true} first.';
  throw new AppError(problem('webhook_inactive', detail, { parameter: 'id' }));
}

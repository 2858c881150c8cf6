import type { AppDefinition } from '@app-platform/app-definition';
import type { KeyEncryption } from '@app-platform/runtime';
import type { EventStores } from '../../events/event-store.ts';
import { newWebhookSecret } from '../../events/webhook-secret.ts';
import type { App } from '../app-store.ts';
import { becomesCurrent, precedenceOf } from '../precedence.ts';

/** A webhook that a registration added, with its secret, which cannot be had again. */
export type AddedWebhook = { id: string; url: string; secret: string };

/** @param before the current version until now; undefined for a first version */
export type Announced = { at: Date; before: string | undefined; encryption: KeyEncryption };

/**
 * Makes the webhooks of a current version count, then appends the event of its registration.
 * @param app its id is left out for a new app that declares no webhooks
 * @returns the webhooks that this adds
 */
export async function announceVersion(
  { events }: EventStores,
  { appId, organizationId, name }: Pick<App, 'organizationId' | 'name'> & { appId?: bigint },
  { version, lifecycleWebhooks = [] }: AppDefinition,
  { at, before, encryption }: Announced,
): Promise<AddedWebhook[]> {
  const changesWebhooks =
    before === undefined
      ? lifecycleWebhooks.length > 0
      : becomesCurrent(precedenceOf(version), before);
  const secrets = new Map(lifecycleWebhooks.map(({ url }) => [url, newWebhookSecret()]));
  const declared = lifecycleWebhooks.map((webhook) => ({
    ...webhook,
    secret: encryption.encrypt(secrets.get(webhook.url) ?? ''),
  }));
  const ofApp = { ...(appId !== undefined && { appId }), app: name, organizationId };
  const event = { type: 'app.registered', ...ofApp, version, at } as const;
  // Sent together, in this order.
  const [added] = await Promise.all([
    changesWebhooks && appId !== undefined
      ? events.setLifecycleWebhooks({ appId, organizationId }, declared)
      : [],
    events.append(event),
  ]);
  return added.map(({ id, url }) => ({ id, url, secret: secrets.get(url) ?? '' }));
}

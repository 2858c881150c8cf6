import type { AppDefinition } from '@app-platform/app-definition';
import type { App } from '../apps/app-store.ts';
import { becomesCurrent, precedenceOf } from '../apps/precedence.ts';
import type { AppStores } from '../stores.ts';

/**
 * Makes the webhooks of a current version count, then appends the event of its registration.
 * @param before the current version until now; undefined for a first version
 */
export async function announceVersion(
  { events }: AppStores,
  { appId, organizationId, name }: Pick<App, 'appId' | 'organizationId' | 'name'>,
  { version, lifecycleWebhooks = [] }: AppDefinition,
  { at, before }: { at: Date; before: string | undefined },
): Promise<void> {
  const changesWebhooks =
    before === undefined
      ? lifecycleWebhooks.length > 0
      : becomesCurrent(precedenceOf(version), before);
  const event = { type: 'app.registered', appId, app: name, version, organizationId, at } as const;
  // Sent together, in this order.
  await Promise.all([
    changesWebhooks && events.setLifecycleWebhooks({ appId, organizationId }, lifecycleWebhooks),
    events.append(event),
  ]);
}

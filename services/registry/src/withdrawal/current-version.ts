import type { LockedApp } from '../apps/app-store.ts';
import { directoryColumns } from '../apps/directory-columns.ts';
import { registeredDefinition } from '../apps/registered-definition.ts';
import { rolesOf } from '../apps/roles-of.ts';
import type { AppStores } from '../stores.ts';
import type { CurrentColumns, CurrentVersion } from './withdrawal-store.ts';

/**
 * Chooses an app's current version anew after a version was withdrawn or came back.
 * @returns whether the app has a version
 */
export async function chooseCurrentVersion(
  { withdrawals, events }: Pick<AppStores, 'withdrawals' | 'events'>,
  app: LockedApp,
): Promise<boolean> {
  const chosen = await withdrawals.chooseCurrent(app.appId);
  if (!chosen) return false;
  if (chosen.version !== app.version) {
    await withdrawals.setCurrent(app.appId, currentColumns(app, chosen));
    const { lifecycleWebhooks = [] } = registeredDefinition(chosen);
    await events.setLifecycleWebhooks(app, lifecycleWebhooks);
  }
  return true;
}

function currentColumns(
  { name, operatorTags }: LockedApp,
  version: CurrentVersion,
): CurrentColumns {
  const definition = registeredDefinition(version);
  const { title = '', tags = [], redirectUris = [] } = definition;
  return {
    version: version.version,
    ...directoryColumns(name, definition, title),
    tags: [...tags, ...operatorTags],
    redirectUris,
    roles: rolesOf(definition) ?? null,
  };
}

import type { AppDefinition } from '@app-platform/app-definition';
import type { AppStores } from '../stores.ts';
import type { App, LockedApp } from './app-store.ts';
import { type AddedApp, newApp } from './new-version.ts';
import { chooseName, possibleNames } from './registration-name.ts';

/** An app that has a version. */
type RegisteredApp = LockedApp & Pick<App, 'visibility'>;

function isRegistered(app: LockedApp): app is RegisteredApp {
  return app.visibility !== 'draft';
}

/** The app that a definition means, whose row is locked. */
export type AppOfDefinition = {
  name: string;
  /** Left out for a new app. It may be of another organization. */
  registered?: RegisteredApp;
  /** The organization's draft of a new app. The app keeps its client id, and its identifier. */
  drafted?: LockedApp;
};

/** @throws AppError `duplicate`, `invalid_definition` for a name that cannot be chosen */
export async function findAppOf(
  { apps }: Pick<AppStores, 'apps'>,
  organizationId: string,
  definition: AppDefinition,
): Promise<AppOfDefinition> {
  const found = await apps.lock(possibleNames(organizationId, definition));
  const name = chooseName(organizationId, definition, found);
  const registered = found.filter(isRegistered).find((one) => one.name === name);
  if (registered) return { name, registered };
  const drafted = found.find((one) => !isRegistered(one) && one.organizationId === organizationId);
  return drafted ? { name, drafted } : { name };
}

/** The app that a first version adds. @throws AppError `invalid_definition` without a title */
export function addedApp(
  { name, drafted }: AppOfDefinition,
  organizationId: string,
  definition: AppDefinition,
  isRetry: boolean,
): AddedApp {
  const app = newApp(definition, name, organizationId, isRetry);
  if (!drafted) return app;
  const { clientId } = drafted;
  return isRetry || definition.identifier !== undefined
    ? { ...app, clientId }
    : { ...app, clientId, identifier: drafted.identifier };
}

import type { AppDefinition } from '@app-platform/app-definition';
import type { AppStores } from '../stores.ts';
import type { App, LockedApp } from './app-store.ts';
import { type AddedApp, newApp } from './new-version.ts';
import { chooseName, possibleNames } from './registration-name.ts';
import { nameTaken } from './registration-refusals.ts';

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
  /**
   * The organization's app without versions: it has a draft alone, or all were unpublished. It keeps its
   * client id, and its identifier.
   */
  unversioned?: LockedApp;
};

/** Whether an app without versions had one, which was unpublished. Its identifier is fixed. */
export function hadVersion({ highestVersion }: LockedApp): boolean {
  return highestVersion !== '';
}

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
  const others = found.filter((one) => !isRegistered(one));
  const sameName = others.find((one) => one.name === name);
  if (sameName && sameName.organizationId !== organizationId) throw nameTaken(name);
  const unversioned = sameName ?? others.find((one) => one.organizationId === organizationId);
  return unversioned ? { name, unversioned } : { name };
}

/** The app that a first version adds. @throws AppError `invalid_definition` without a title */
export function addedApp(
  { name, unversioned }: AppOfDefinition,
  organizationId: string,
  definition: AppDefinition,
  isRetry: boolean,
): AddedApp {
  const app = newApp(definition, name, organizationId, isRetry);
  if (!unversioned) return app;
  const { clientId, identifier } = unversioned;
  if (hadVersion(unversioned)) return { ...app, clientId, identifier };
  return isRetry || definition.identifier !== undefined
    ? { ...app, clientId }
    : { ...app, clientId, identifier };
}

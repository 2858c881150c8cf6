import type { AppDefinition } from '@app-platform/app-definition';
import { AppError } from '@app-platform/http-api';
import { compare } from 'semver';
import { findAppOf } from '../apps/app-of-definition.ts';
import type { LockedApp } from '../apps/app-store.ts';
import { precedenceOf } from '../apps/precedence.ts';
import { precedingVersion } from '../apps/preceding-version.ts';
import { registeredDefinition } from '../apps/registered-definition.ts';
import type { AppStores } from '../stores.ts';

/** The version with which a new one of an app is compared. */
export type VersionBefore = {
  appId: bigint;
  name: string;
  identifier: string;
  /** Of the highest version that the app ever had. */
  highestVersion: string;
  /** What the next version is raised from: the highest, or what precedes a lower one. */
  version: string;
  definition: AppDefinition;
};

/** @returns undefined for an app of which the organization has none by this name yet */
export async function findVersionBefore(
  stores: Pick<AppStores, 'apps' | 'registrations'>,
  organizationId: string,
  definition: AppDefinition,
): Promise<VersionBefore | undefined> {
  const app = await registeredApp(stores, organizationId, definition);
  if (!app || app.organizationId !== organizationId) return undefined;
  const { appId, name, identifier, highestVersion } = app;
  const found = { appId, name, identifier, highestVersion };
  if (await isEarlier(stores, app, definition.version)) {
    const before = await precedingVersion(stores, app, definition.version);
    if (!before) return undefined;
    return {
      ...found,
      version: precedenceOf(before.version),
      definition: registeredDefinition(before),
    };
  }
  const highest =
    (await stores.apps.findVersion(organizationId, name, highestVersion)) ??
    (await stores.apps.findVersion(organizationId, name));
  if (!highest) return undefined;
  return { ...found, version: highestVersion, definition: registeredDefinition(highest) };
}

/** Whether a version goes below the highest. One that is taken is to be replaced by a higher one. */
async function isEarlier(
  { registrations }: Pick<AppStores, 'registrations'>,
  { appId, highestVersion }: Pick<LockedApp, 'appId' | 'highestVersion'>,
  version: string,
): Promise<boolean> {
  if (compare(version, highestVersion) >= 0) return false;
  return !(await registrations.isVersionUsed(appId, precedenceOf(version)));
}

/** Undefined where registration refuses the name, as its own answer tells. */
async function registeredApp(
  stores: Pick<AppStores, 'apps'>,
  organizationId: string,
  definition: AppDefinition,
) {
  try {
    return (await findAppOf(stores, organizationId, definition)).registered;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

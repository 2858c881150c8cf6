import type { AppDefinition } from '@app-platform/app-definition';
import { AppError } from '@app-platform/http-api';
import { findAppOf } from '../apps/app-of-definition.ts';
import { registeredDefinition } from '../apps/registered-definition.ts';
import type { AppStores } from '../stores.ts';

/** The version with which a new one of an app is compared: its highest, unless that was unpublished. */
export type VersionBefore = {
  appId: bigint;
  name: string;
  identifier: string;
  /** The number that the next version must exceed. */
  highestVersion: string;
  definition: AppDefinition;
};

/** @returns undefined for an app of which the organization has none by this name yet */
export async function findVersionBefore(
  { apps }: AppStores,
  organizationId: string,
  definition: AppDefinition,
): Promise<VersionBefore | undefined> {
  const app = await registeredApp({ apps }, organizationId, definition);
  if (!app || app.organizationId !== organizationId) return undefined;
  const { appId, name, identifier, highestVersion } = app;
  const version =
    (await apps.findVersion(organizationId, name, highestVersion)) ??
    (await apps.findVersion(organizationId, name));
  if (!version) return undefined;
  return { appId, name, identifier, highestVersion, definition: registeredDefinition(version) };
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

import { isUpgrade } from '@app-platform/app-definition';
import type { Installation } from '../directory/queries.ts';
import type { Activities } from './app-activity.tsx';

type Filter = 'updates' | 'roles' | 'blocked';
type Order = 'unused' | 'installed' | 'changed';

/** What the address of the page says. */
export type InstalledFilter = {
  q?: string | undefined;
  show?: Filter | undefined;
  sort?: Order | undefined;
};

/** The version to which an app can be updated; null where there is none. */
export function availableUpdate(app: Installation): string | null {
  const { version, latestVersion, compatibleVersion } = app;
  return isUpgrade(version, latestVersion) ? latestVersion : compatibleVersion;
}

const filters: Record<Filter, (app: Installation) => boolean> = {
  updates: (app) => availableUpdate(app) !== null,
  roles: ({ waitingRoles }) => waitingRoles.length > 0,
  blocked: ({ blocked, yanked, deprecated }) => Boolean(blocked || yanked || deprecated),
};

/** The apps that fit, in the order of the address; otherwise by title. */
export function listedApps(
  apps: readonly Installation[],
  { q, show, sort }: InstalledFilter,
  activities: Activities,
) {
  const wanted = q?.trim().toLowerCase() ?? '';
  const isFound = ({ title, name }: Installation) =>
    title.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted);
  const found = apps.filter((app) => isFound(app) && (!show || filters[show](app)));
  const byTitle = found.sort((one, other) => one.title.localeCompare(other.title));
  if (sort === undefined) return byTitle;
  const key = keys[sort];
  return byTitle.sort((one, other) => key(one, activities) - key(other, activities));
}

/** What the apps are sorted by, the lowest first. */
const keys: Record<Order, (app: Installation, activities: Activities) => number> = {
  unused: unusedSince,
  installed: ({ installedAt }) => -Date.parse(installedAt),
  changed: ({ updatedAt }) => -Date.parse(updatedAt),
};

/** An app that was not used counts from its installation. The same for all apps whose use is not known. */
function unusedSince({ name, installedAt }: Installation, activities: Activities): number {
  const activity = activities.get(name);
  return activity?.complete ? Date.parse(activity.lastUsedAt ?? installedAt) : 0;
}

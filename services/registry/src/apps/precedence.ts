import { compare, parse, prerelease } from 'semver';
import type { AppStores } from './app-name-store.ts';
import type { App, RecordedVersion } from './app-store.ts';

/**
 * A version as it counts in an order: build metadata makes no difference (semver.org, item 10).
 * @param version a valid semantic version
 */
export function precedenceOf(version: string): string {
  const parsed = parse(version);
  if (!parsed) throw new Error('the version was not validated');
  return parsed.version;
}

/**
 * Whether an app's new version becomes its current one: the highest release does, and the highest
 * pre-release of an app that has no release.
 * @param current the app's current version until now
 */
export function becomesCurrent(version: string, current: string): boolean {
  const [isRelease, wasRelease] = [prerelease(version) === null, prerelease(current) === null];
  return isRelease === wasRelease ? compare(version, current) > 0 : isRelease;
}

/** The higher of two versions. */
export function higherOf(one: string, other: string): string {
  return compare(one, other) >= 0 ? one : other;
}

/** The highest version of an app below another one, which need not exist. */
export async function precedingVersion(
  { apps }: Pick<AppStores, 'apps'>,
  { organizationId, name }: Pick<App, 'organizationId' | 'name'>,
  version: string,
): Promise<RecordedVersion | undefined> {
  const page = { after: precedenceOf(version), size: 1 };
  return (await apps.listVersions(organizationId, name, page)).entries[0];
}

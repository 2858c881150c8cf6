import { parse, prerelease } from 'semver';

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
 * Whether an app's new highest version becomes its current one: a release does, and a pre-release
 * of an app that has no release.
 * @param current the app's current version until now
 */
export function becomesCurrent(version: string, current: string): boolean {
  return prerelease(version) === null || prerelease(current) !== null;
}

import { compare, parse, prerelease } from 'semver';

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

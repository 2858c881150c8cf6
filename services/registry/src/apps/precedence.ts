import { parse } from 'semver';

/**
 * A version as it counts in an order: build metadata makes no difference (semver.org, item 10).
 * @param version a valid semantic version
 */
export function precedenceOf(version: string): string {
  const parsed = parse(version);
  if (!parsed) throw new Error('the version was not validated');
  return parsed.version;
}

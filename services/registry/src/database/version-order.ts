/**
 * The place of a version among others, for `ORDER BY` and comparisons: that of semver.org, item 11. The
 * migration `version_order` defines the function, and an index of each app's versions by it.
 * @param precedence a column or parameter with a version without build metadata
 */
export function versionOrder(precedence: string): string {
  return `version_order(${precedence}) COLLATE "C"`;
}

/**
 * SQL for the time that identifies an installation `i` of an app `a`: grants, consents and tokens name
 * it, and end with it. Null for an app that is blocked or not installed. The end of a block makes the time
 * later, so that grants and tokens from before stay void.
 */
export const installedSince = `
  CASE WHEN a.blocked_at IS NULL AND i.installed_at IS NOT NULL
    THEN GREATEST(i.installed_at, a.unblocked_at) END`;

/**
 * The place of a version among others, for `ORDER BY` and comparisons: that of semver.org, item 11. The
 * migration `version_order` defines the function, and an index of each app's versions by it.
 * @param precedence a column or parameter with a version without build metadata
 */
export function versionOrder(precedence: string): string {
  return `version_order(${precedence}) COLLATE "C"`;
}

/**
 * SQL for whether the policy of an organization allows an app `a`. Without a policy it allows all.
 * @param organization its id, a column or parameter
 */
export function allowedByPolicy(organization: string): string {
  return `NOT EXISTS (
    SELECT FROM app_policy p WHERE p.organization_id = ${organization} AND (
      a.name = ANY(p.blocked)
      OR p.allows <> 'all' AND a.name <> ALL(p.listed) AND NOT (
        p.allows = 'verified'
        AND (SELECT owner.verified FROM organization owner WHERE owner.id = a.organization_id))))`;
}

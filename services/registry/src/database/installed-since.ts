/**
 * SQL for the time that identifies an installation `i` of an app `a`: grants, consents and tokens name
 * it, and end with it. Null for an app that is blocked or not installed. A block that ended makes it
 * later, so that it revives nothing.
 */
export const installedSince = `
  CASE WHEN a.blocked_at IS NULL AND i.installed_at IS NOT NULL
    THEN GREATEST(i.installed_at, a.unblocked_at) END`;

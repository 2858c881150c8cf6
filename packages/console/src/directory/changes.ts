/** `upgrade` leads to the current version, `update` to the highest that is compatible. */
export const changes = [
  'install',
  'upgrade',
  'update',
  'uninstall',
  'rollback',
  'ask',
  'roles',
  'limit',
] as const;

/** What a dialog of an app's page does. */
export type Change = (typeof changes)[number];

/** A change that has a plan. */
export type PlannedKind = Exclude<Change, 'ask' | 'roles' | 'limit'>;

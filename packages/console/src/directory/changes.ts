const changes = ['install', 'upgrade', 'uninstall', 'rollback', 'ask'] as const;

/** What a dialog of an app's page does. */
export type Change = (typeof changes)[number];

export function isChange(value: unknown): value is Change {
  return changes.some((one) => one === value);
}

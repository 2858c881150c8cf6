import type { App } from '../directory/queries.ts';
import type { VersionRow } from './version-row.ts';

export type VersionDialogProps = { app: App; row: VersionRow; onClose: () => void };

/** The parameters of a request about a version. */
export function versionParameters({ app, row }: Pick<VersionDialogProps, 'app' | 'row'>) {
  const { name, visibility } = app;
  return { path: { appVersion: `${name}-${row.version}` }, query: { visibility } };
}

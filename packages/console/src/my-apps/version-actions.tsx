import { Link } from '@tanstack/react-router';
import { versionTexts } from '../texts/my-apps.ts';
import type { VersionDialogName } from './search.ts';
import type { VersionRow } from './version-row.ts';

/** What may be done with a version. Each opens a dialog, which has an address. */
export function VersionActions({ row, isPermitted }: { row: VersionRow; isPermitted: boolean }) {
  const dialogs: VersionDialogName[] = [
    ...(row.before ? (['compare'] as const) : []),
    ...(isPermitted ? changesOf(row) : []),
  ];
  return (
    <div className="actions">
      {dialogs.map((dialog) => (
        <Link
          key={dialog}
          className="text-button"
          to="/my-apps/$name/versions"
          from="/my-apps/$name"
          search={({ visibility }) => ({
            ...(visibility && { visibility }),
            dialog,
            version: row.version,
          })}
          resetScroll={false}
          aria-label={versionTexts.of(versionTexts[dialog], row.version)}
        >
          {versionTexts[dialog]}
        </Link>
      ))}
    </div>
  );
}

function changesOf({ deprecated, yanked }: VersionRow): VersionDialogName[] {
  return [deprecated ? 'undeprecate' : 'deprecate', yanked ? 'unyank' : 'yank'];
}
